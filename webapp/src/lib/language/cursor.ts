/** Goes through the tokens of a text, for a grammar. */

import type { CommonProblem, Span } from "./tokens";

interface Token extends Span {
  readonly kind: string;
}

type SignOf<T> = Extract<T, { readonly kind: "sign"; readonly text: string }>["text"];

/** The language's own error. */
type Fault<Problem> = new (problem: Problem, from: number, to: number, got?: string) => Error;

/** Parentheses, calls and signs within each other. */
const deepest = 60;

/** @template Problem - what can be wrong with a text of the language. */
export class Cursor<T extends Token, Problem extends string> {
  readonly #text: string;
  readonly #tokens: readonly T[];
  readonly #fault: Fault<Problem | CommonProblem>;
  #next = 0;
  #depth = 0;

  /** @param tokens - of the text; the last one is its end. */
  constructor(text: string, tokens: readonly T[], fault: Fault<Problem | CommonProblem>) {
    this.#text = text;
    this.#tokens = tokens;
    this.#fault = fault;
  }

  /** The token that stands next, or so many further on. */
  peek(ahead = 0): T {
    return this.#tokens[this.#next + ahead] ?? (this.#tokens.at(-1) as T);
  }

  /** Goes beyond the next token. */
  skip(): void {
    this.#next++;
  }

  /** Where the token before the next one ends. */
  get passed(): number {
    return this.#tokens[this.#next - 1]?.to ?? 0;
  }

  /** Goes beyond the next token where that is a sign. @returns whether it is. */
  eat(sign: SignOf<T>): boolean {
    return this.eatIf((token) => token.kind === "sign" && "text" in token && token.text === sign);
  }

  eatIf(isWanted: (token: T) => boolean): boolean {
    const isIt = isWanted(this.peek());
    if (isIt) this.#next++;
    return isIt;
  }

  /** Reads what lies within something else: too deep within it the browser's stack would end. */
  deeper<R>(read: () => R): R {
    if (++this.#depth > deepest) this.fail("tooDeep");
    const part = read();
    this.#depth--;
    return part;
  }

  /** Says that the next token is wrong. @param got - what to say of it, if not what is written there. */
  fail(problem: Problem | CommonProblem, got?: string): never {
    const { from, to } = this.peek();
    throw new this.#fault(problem, from, to, got ?? this.#text.slice(from, to));
  }
}
