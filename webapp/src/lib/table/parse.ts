/** From the text of a query to what it asks for. It is read here, and never run as code. */

import { keywords, QueryError, type Sign, type Token, tokensOf } from "./tokens";
import type { Value } from "./types";

export type Take = "last" | "min" | "max" | "mean";
export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

interface Place {
  readonly from: number;
  readonly to: number;
}

export type Operand = Place &
  (
    | { readonly sort: "value"; readonly value: Value }
    | {
        readonly sort: "name";
        readonly name: string;
        /** Written in backquotes: a column, never a word. */
        readonly isQuoted: boolean;
        /** `min(name)`; null where the name stands alone. */
        readonly take: Take | null;
      }
  );

export type Pattern = Place &
  (
    | { readonly sort: "words"; readonly text: string }
    | { readonly sort: "regex"; readonly pattern: string; readonly flags: string }
  );

export type Expression =
  | { readonly sort: "and" | "or"; readonly parts: readonly Expression[] }
  | { readonly sort: "not"; readonly part: Expression }
  /** `a < b < c`: one operator between each two operands. */
  | {
      readonly sort: "compare";
      readonly operands: readonly Operand[];
      readonly operators: readonly Comparison[];
    }
  | {
      readonly sort: "in";
      readonly operand: Operand;
      readonly values: readonly Operand[];
      readonly isNegated: boolean;
    }
  | { readonly sort: "like"; readonly operand: Operand; readonly pattern: Pattern }
  | { readonly sort: "missing"; readonly operand: Operand; readonly isNegated: boolean }
  /** A word alone: somewhere in the row. */
  | { readonly sort: "search"; readonly text: string };

const takes = ["last", "min", "max", "mean"] as const;
const comparisons: Readonly<Partial<Record<Sign, Comparison>>> = {
  "=": "==",
  "==": "==",
  "!=": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};
/** Parentheses and negations within each other. */
const deepest = 60;

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #isColumn: (name: string) => boolean;
  #next = 0;
  #depth = 0;

  constructor(text: string, isColumn: (name: string) => boolean) {
    this.#text = text;
    this.#tokens = tokensOf(text);
    this.#isColumn = isColumn;
  }

  parse(): Expression | null {
    if (this.#peek().sort === "end") return null;
    const expression = this.#or();
    if (this.#peek().sort !== "end") this.#fail("wantsEnd");
    return expression;
  }

  #or(): Expression {
    const parts = [this.#and()];
    while (this.#eat("or", "||")) parts.push(this.#and());
    return parts.length === 1 ? (parts[0] as Expression) : { sort: "or", parts };
  }

  #and(): Expression {
    const parts = [this.#not()];
    for (;;) {
      // Words side by side are all searched for.
      const bothWords = parts.at(-1)?.sort === "search" && this.#isWord();
      if (!bothWords && !this.#eat("and", "&&")) break;
      parts.push(this.#not());
    }
    return parts.length === 1 ? (parts[0] as Expression) : { sort: "and", parts };
  }

  #not(): Expression {
    if (++this.#depth > deepest) this.#fail("tooDeep");
    const part = this.#eat("not", "!")
      ? ({ sort: "not", part: this.#not() } as const)
      : this.#primary();
    this.#depth--;
    return part;
  }

  #primary(): Expression {
    if (this.#eat(null, "(")) {
      const inside = this.#or();
      if (!this.#eat(null, ")")) this.#fail("wantsClose", ")");
      return inside;
    }
    const token = this.#peek();
    return this.#condition(this.#operand(), token);
  }

  /** @param first - the token with which the operand begins. */
  #condition(operand: Operand, first: Token): Expression {
    if (this.#eat("is", null)) {
      const isNegated = this.#eat("not", null);
      if (!this.#eat("missing", null)) this.#fail("wantsMissing");
      return { sort: "missing", operand, isNegated };
    }
    const isNegated = this.#isWordOf(this.#peek(), "not") && this.#isWordOf(this.#peek(1), "in");
    if (isNegated) this.#next++;
    if (this.#eat("in", null)) return { sort: "in", operand, values: this.#list(), isNegated };
    if (this.#eat(null, "~")) return { sort: "like", operand, pattern: this.#pattern() };
    const operands = [operand];
    const operators: Comparison[] = [];
    for (let op = this.#comparison(); op !== undefined; op = this.#comparison()) {
      this.#next++;
      operators.push(op);
      operands.push(this.#operand());
    }
    if (operators.length > 0) return { sort: "compare", operands, operators };
    return this.#search(operand, first);
  }

  #search(operand: Operand, first: Token): Expression {
    const isAlone =
      first.sort === "string" ||
      first.sort === "number" ||
      (first.sort === "name" && operand.sort === "name" && !operand.isQuoted);
    if (!isAlone || (operand.sort === "name" && operand.take !== null)) this.#fail("wantsOperator");
    const isColumn = operand.sort === "name" && this.#isColumn(operand.name);
    // `lr 0.1` is a comparison that lacks its operator, not two words to search for.
    if (isColumn && this.#isWord()) this.#fail("wantsOperator");
    return { sort: "search", text: first.text };
  }

  #operand(): Operand {
    const token = this.#peek();
    const place = { from: token.from, to: token.to };
    if (token.sort === "string" || token.sort === "number") {
      this.#next++;
      const value = token.sort === "string" ? token.text : token.number;
      return { sort: "value", value, ...place };
    }
    if (token.sort !== "name") return this.#fail("wantsOperand");
    const { text, isQuoted } = token;
    const word = isQuoted ? "" : text.toLowerCase();
    if (word === "true" || word === "false" || word === "null") {
      this.#next++;
      return { sort: "value", value: word === "null" ? null : word === "true", ...place };
    }
    if (keywords.has(word)) return this.#fail("wantsOperand");
    this.#next++;
    const take = takes.find((each) => each === word);
    if (take === undefined || !this.#eat(null, "(")) {
      return { sort: "name", name: text, isQuoted, take: null, ...place };
    }
    const inside = this.#peek();
    if (inside.sort !== "name") return this.#fail("wantsOperand");
    this.#next++;
    const { to } = this.#peek();
    if (!this.#eat(null, ")")) this.#fail("wantsClose", ")");
    return { sort: "name", name: inside.text, isQuoted: true, take, from: place.from, to };
  }

  #list(): readonly Operand[] {
    const close = this.#eat(null, "[") ? "]" : this.#eat(null, "(") ? ")" : this.#fail("wantsList");
    const values: Operand[] = [];
    while (!this.#eat(null, close)) {
      if (values.length > 0 && !this.#eat(null, ",")) this.#fail("wantsClose", close);
      if (values.length > 0 && this.#eat(null, close)) break;
      values.push(this.#operand());
    }
    return values;
  }

  #pattern(): Pattern {
    const token = this.#peek();
    const { from, to } = token;
    this.#next++;
    if (token.sort === "regex") {
      return { sort: "regex", pattern: token.pattern, flags: token.flags, from, to };
    }
    if (token.sort === "string" || token.sort === "name" || token.sort === "number") {
      return { sort: "words", text: token.text, from, to };
    }
    this.#next--;
    return this.#fail("wantsPattern");
  }

  // --- tokens

  #peek(ahead = 0): Token {
    return this.#tokens[this.#next + ahead] ?? (this.#tokens.at(-1) as Token);
  }

  #isWordOf(token: Token, word: string): boolean {
    return token.sort === "name" && !token.isQuoted && token.text.toLowerCase() === word;
  }

  /** Whether something stands next that may be searched for. */
  #isWord(): boolean {
    const token = this.#peek();
    if (token.sort === "name") return token.isQuoted || !keywords.has(token.text.toLowerCase());
    return token.sort === "string" || token.sort === "number";
  }

  #eat(word: string | null, sign: Sign | null): boolean {
    const token = this.#peek();
    const isIt =
      (word !== null && this.#isWordOf(token, word)) ||
      (sign !== null && token.sort === "sign" && token.text === sign);
    if (isIt) this.#next++;
    return isIt;
  }

  #comparison(): Comparison | undefined {
    const token = this.#peek();
    return token.sort === "sign" ? comparisons[token.text] : undefined;
  }

  #fail(problem: QueryError["problem"], wanted = ""): never {
    const { from, to } = this.#peek();
    throw new QueryError(problem, from, to, wanted === "" ? this.#text.slice(from, to) : wanted);
  }
}

/**
 * @param isColumn - whether a bare name is one of the columns.
 * @returns null for a query that says nothing.
 * @throws QueryError.
 */
export function parseQuery(text: string, isColumn: (name: string) => boolean): Expression | null {
  return new Parser(text, isColumn).parse();
}

/** Every operand that names a column, or may. */
export function* namesIn(expression: Expression): Iterable<Operand & { readonly sort: "name" }> {
  switch (expression.sort) {
    case "and":
    case "or":
      for (const part of expression.parts) yield* namesIn(part);
      break;
    case "not":
      yield* namesIn(expression.part);
      break;
    case "compare":
      for (const each of expression.operands) if (each.sort === "name") yield each;
      break;
    case "in":
    case "like":
    case "missing":
      if (expression.operand.sort === "name") yield expression.operand;
      break;
    case "search":
      break;
  }
}
