/** What a language of the page has to have. */

import type { Written } from "../lib/messages/messages";
import type { English } from "./english";

/** A text with each of these parameters. */
type With<Name extends string> = (
  Name extends string ? (text: `${string}{${Name}}${string}`) => void : never
) extends (text: infer Text) => void
  ? Text & string
  : never;

/** The same text in another language: with the same parameters, in any order. */
type Translated<Text> = [Written<Text>] extends [never] ? string : With<Written<Text>>;

/** The texts of each part of the page. */
export type LanguageWords = {
  readonly [Part in keyof English]: {
    readonly [Key in keyof English[Part]]: Translated<English[Part][Key]>;
  };
};

export interface Language {
  /** What browsers call it (BCP 47): they choose fonts and plurals by it. */
  readonly tag: string;
  readonly words: LanguageWords;
}
