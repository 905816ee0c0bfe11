/** A text with its parameters, and what types know of these. */

import { formatCount } from "../format";
import type { Plurals } from "./plurals";

export type Params = Readonly<Record<string, string | number>>;

/** What stands within the braces of a text, such as `n` and `n|run|runs`. */
type Braces<Text> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ? Inside | Braces<Rest>
  : never;

type NameIn<Inside> = Inside extends `${infer Name}|${string}` ? Name : Inside;

/** The names of a text's parameters. */
export type NamedParams<Text> = NameIn<Braces<Text>> & string;

/** The names of those that are written out: others only choose the form of a word. */
export type Written<Text> = Exclude<Braces<Text>, `${string}|${string}`> & string;

/** What has to be given with a text; more may be. */
export type Given<Text> = [NamedParams<Text>] extends [never]
  ? [params?: Params]
  : [params: Params & Readonly<Record<NamedParams<Text>, string | number>>];

/**
 * Fill a text.
 * `{name}` is replaced by the parameter, of a number the thousands apart; `{n|run|runs}` by the form of the word that goes with
 * `n` in the text's language (see `Plurals`). A parameter that is not given stays as it is written, so that it is seen.
 * A percent sign stays in the line of its number.
 */
export function fill(text: string, params: Params, plurals: Plurals): string {
  return text
    .replaceAll(" %", "\u00a0%")
    .replace(/\{(\w+)((?:\|[^|}]*)*)\}/g, (whole, name: string, forms: string) => {
      const value = params[name];
      if (value === undefined) return whole;
      if (forms !== "") return plurals.choose(value, forms.slice(1).split("|"));
      return typeof value === "number" ? formatCount(value) : value;
    });
}
