/** What the page's small languages share: a text as tokens, each with its place. */

/** Characters [from, to) of a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What is read of a text in any of them; each has tokens of its own besides. */
export type NameToken = Span & {
  readonly kind: "name";
  readonly text: string;
  /** In backquotes: never a word of the language. */
  readonly isQuoted: boolean;
};
export type SignToken<Sign extends string> = Span & { readonly kind: "sign"; readonly text: Sign };
export type EndToken = Span & { readonly kind: "end" };

/** What can be wrong with a text in any of them. */
export type CommonProblem = "tooLong" | "tooDeep" | "openName" | "strange";

/** What is wrong with a text, and where. */
export class LanguageError<Problem extends string> extends Error implements Span {
  readonly problem: Problem;
  readonly from: number;
  readonly to: number;
  /** What stands there, or a further word on it. */
  readonly got: string;

  constructor(problem: Problem, from: number, to: number, got = "") {
    super(`${problem} at ${from}: ${got}`);
    this.problem = problem;
    this.from = from;
    this.to = to;
    this.got = got;
  }
}

/** Reads the token that begins at a place, which is no space. */
export type TokenAt<T> = (text: string, from: number) => T;

/** @returns the tokens of a text; the last one is the end. */
export function scan<T extends Span>(text: string, tokenAt: TokenAt<T>): readonly (T | EndToken)[] {
  const tokens: T[] = [];
  let place = 0;
  for (;;) {
    while (/\s/u.test(text[place] ?? "")) place++;
    if (place >= text.length) return [...tokens, { kind: "end", from: place, to: place }];
    const token = tokenAt(text, place);
    tokens.push(token);
    place = token.to;
  }
}

/** What a pattern finds that begins right at a place. @param pattern - with the flag `y`. */
export function matchAt(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

/** A name in backquotes, whatever is in it. */
export function inBackquotes(name: string): string {
  return `\`${name.replace(/[\\`]/g, "\\$&")}\``;
}
