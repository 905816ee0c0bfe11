/** From the text of a query to what it asks for. It is read here, and never run as code. */

import { Cursor } from "../language/cursor";
import type { Span } from "../language/tokens";
import {
  isWordOf,
  keywords,
  QueryError,
  tokensOf,
  type Problem,
  type Sign,
  type Token,
} from "./tokens";
import type { Value } from "./types";

export type Take = "last" | "min" | "max" | "mean";
export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

export type Operand = Span &
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

export type Pattern = Span &
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
class Parser {
  readonly #tokens: Cursor<Token, Problem>;
  readonly #isColumn: (name: string) => boolean;

  constructor(text: string, isColumn: (name: string) => boolean) {
    this.#tokens = new Cursor<Token, Problem>(text, tokensOf(text), QueryError);
    this.#isColumn = isColumn;
  }

  parse(): Expression | null {
    if (this.#tokens.peek().sort === "end") return null;
    const expression = this.#or();
    if (this.#tokens.peek().sort !== "end") this.#tokens.fail("wantsEnd");
    return expression;
  }

  #or(): Expression {
    const parts = [this.#and()];
    while (this.#eatWord("or") || this.#tokens.eat("||")) parts.push(this.#and());
    return parts.length === 1 ? (parts[0] as Expression) : { sort: "or", parts };
  }

  #and(): Expression {
    const parts = [this.#not()];
    for (;;) {
      // Words side by side are all searched for.
      const bothWords = parts.at(-1)?.sort === "search" && this.#isWord();
      if (!bothWords && !(this.#eatWord("and") || this.#tokens.eat("&&"))) break;
      parts.push(this.#not());
    }
    return parts.length === 1 ? (parts[0] as Expression) : { sort: "and", parts };
  }

  #not(): Expression {
    return this.#tokens.deeper(() => {
      const isNegated = this.#eatWord("not") || this.#tokens.eat("!");
      return isNegated ? { sort: "not", part: this.#not() } : this.#primary();
    });
  }

  #primary(): Expression {
    if (this.#tokens.eat("(")) {
      const inside = this.#or();
      if (!this.#tokens.eat(")")) this.#tokens.fail("wantsClose", ")");
      return inside;
    }
    const token = this.#tokens.peek();
    return this.#condition(this.#operand(), token);
  }

  /** @param first - the token with which the operand begins. */
  #condition(operand: Operand, first: Token): Expression {
    if (this.#eatWord("is")) {
      const isNegated = this.#eatWord("not");
      if (!this.#eatWord("missing")) this.#tokens.fail("wantsMissing");
      return { sort: "missing", operand, isNegated };
    }
    const isNegated = isWordOf(this.#tokens.peek(), "not") && isWordOf(this.#tokens.peek(1), "in");
    if (isNegated) this.#tokens.skip();
    if (this.#eatWord("in")) return { sort: "in", operand, values: this.#list(), isNegated };
    if (this.#tokens.eat("~")) return { sort: "like", operand, pattern: this.#pattern() };
    const operands = [operand];
    const operators: Comparison[] = [];
    for (let op = this.#comparison(); op !== undefined; op = this.#comparison()) {
      this.#tokens.skip();
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
    if (!isAlone || (operand.sort === "name" && operand.take !== null))
      this.#tokens.fail("wantsOperator");
    const isColumn = operand.sort === "name" && this.#isColumn(operand.name);
    // `lr 0.1` is a comparison that lacks its operator, not two words to search for.
    if (isColumn && this.#isWord()) this.#tokens.fail("wantsOperator");
    return { sort: "search", text: first.text };
  }

  #operand(): Operand {
    const token = this.#tokens.peek();
    const place = { from: token.from, to: token.to };
    if (token.sort === "string" || token.sort === "number") {
      this.#tokens.skip();
      const value = token.sort === "string" ? token.text : token.number;
      return { sort: "value", value, ...place };
    }
    if (token.sort !== "name") return this.#tokens.fail("wantsOperand");
    const { text, isQuoted } = token;
    const word = isQuoted ? "" : text.toLowerCase();
    if (word === "true" || word === "false" || word === "null") {
      this.#tokens.skip();
      return { sort: "value", value: word === "null" ? null : word === "true", ...place };
    }
    if (keywords.has(word)) return this.#tokens.fail("wantsOperand");
    this.#tokens.skip();
    const take = takes.find((each) => each === word);
    if (take === undefined || !this.#tokens.eat("(")) {
      return { sort: "name", name: text, isQuoted, take: null, ...place };
    }
    const inside = this.#tokens.peek();
    if (inside.sort !== "name") return this.#tokens.fail("wantsOperand");
    this.#tokens.skip();
    const { to } = this.#tokens.peek();
    if (!this.#tokens.eat(")")) this.#tokens.fail("wantsClose", ")");
    return { sort: "name", name: inside.text, isQuoted: true, take, from: place.from, to };
  }

  #list(): readonly Operand[] {
    const close = this.#tokens.eat("[")
      ? "]"
      : this.#tokens.eat("(")
        ? ")"
        : this.#tokens.fail("wantsList");
    const values: Operand[] = [];
    while (!this.#tokens.eat(close)) {
      if (values.length > 0 && !this.#tokens.eat(",")) this.#tokens.fail("wantsClose", close);
      if (values.length > 0 && this.#tokens.eat(close)) break;
      values.push(this.#operand());
    }
    return values;
  }

  #pattern(): Pattern {
    const token = this.#tokens.peek();
    const { from, to } = token;
    if (token.sort === "sign" || token.sort === "end") return this.#tokens.fail("wantsPattern");
    this.#tokens.skip();
    return token.sort === "regex"
      ? { sort: "regex", pattern: token.pattern, flags: token.flags, from, to }
      : { sort: "words", text: token.text, from, to };
  }

  // --- tokens

  /** Whether something stands next that may be searched for. */
  #isWord(): boolean {
    const token = this.#tokens.peek();
    if (token.sort === "name") return token.isQuoted || !keywords.has(token.text.toLowerCase());
    return token.sort === "string" || token.sort === "number";
  }

  #eatWord(word: string): boolean {
    return this.#tokens.eatIf((token) => isWordOf(token, word));
  }

  #comparison(): Comparison | undefined {
    const token = this.#tokens.peek();
    return token.sort === "sign" ? comparisons[token.text] : undefined;
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
