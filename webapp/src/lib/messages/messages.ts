/** Texts in every language of the page. A text that one language lacks does not compile. */

import { formatCount } from "../format";

export type Language = "en" | "zh";

export type Params = Readonly<Record<string, string | number>>;

export type Messages<K extends string> = Readonly<Record<Language, Readonly<Record<K, string>>>>;

/**
 * Fill a text.
 * `{name}` is replaced by the parameter, of a number the thousands apart; `{n|run|runs}` by the first word if `n` is 1, else by the
 * second. A parameter that is not given stays as it is written, so that it is seen. A percent sign stays in the line of its number.
 */
export function fill(text: string, params: Params): string {
  return text
    .replaceAll(" %", "\u00a0%")
    .replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (whole, name: string, one, many) => {
      const value = params[name];
      if (value === undefined) return whole;
      if (one === undefined) return typeof value === "number" ? formatCount(value) : value;
      return String(value === 1 ? one : many);
    });
}
