/** From the text of a query to what it asks for. It is read here, and never run as code. */

import { Cursor } from "../language/cursor";
import type { Span } from "../language/tokens";
import {
  isWordOf,
  keywords,
  QueryError,
  tokensOf,
  type TableProblem,
  type TableSign,
  type TableToken,
} from "./tokens";
import type { Value } from "./types";

export type Take = "last" | "min" | "max" | "mean";
export type TableComparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

export type Operand = Span &
  (
    | { readonly kind: "value"; readonly value: Value }
    | {
        readonly kind: "name";
        readonly name: string;
        /** Written in backquotes: a column, never a word. */
        readonly isQuoted: boolean;
        /** `min(name)`; null where the name stands alone. */
        readonly take: Take | null;
      }
  );

export type Pattern = Span &
  (
    | { readonly kind: "words"; readonly text: string }
    | { readonly kind: "regex"; readonly pattern: string; readonly flags: string }
  );

export type TableExpression =
  | { readonly kind: "and" | "or"; readonly parts: readonly TableExpression[] }
  | { readonly kind: "not"; readonly part: TableExpression }
  /** `a < b < c`: one operator between each two operands. */
  | {
      readonly kind: "compare";
      readonly operands: readonly Operand[];
      readonly operators: readonly TableComparison[];
    }
  | {
      readonly kind: "in";
      readonly operand: Operand;
      readonly values: readonly Operand[];
      readonly isNegated: boolean;
    }
  | { readonly kind: "like"; readonly operand: Operand; readonly pattern: Pattern }
  | { readonly kind: "missing"; readonly operand: Operand; readonly isNegated: boolean }
  /** A word alone: somewhere in the row. */
  | { readonly kind: "search"; readonly text: string };

const takes = ["last", "min", "max", "mean"] as const;
const comparisons: Readonly<Partial<Record<TableSign, TableComparison>>> = {
  "=": "==",
  "==": "==",
  "!=": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};
class Parser {
  readonly #tokens: Cursor<TableToken, TableProblem>;
  readonly #isColumn: (name: string) => boolean;

  constructor(text: string, isColumn: (name: string) => boolean) {
    this.#tokens = new Cursor<TableToken, TableProblem>(text, tokensOf(text), QueryError);
    this.#isColumn = isColumn;
  }

  parse(): TableExpression | null {
    if (this.#tokens.peek().kind === "end") return null;
    const expression = this.#or();
    if (this.#tokens.peek().kind !== "end") this.#tokens.fail("wantsEnd");
    return expression;
  }

  #or(): TableExpression {
    const parts = [this.#and()];
    while (this.#eatWord("or") || this.#tokens.eat("||")) parts.push(this.#and());
    return parts.length === 1 ? (parts[0] as TableExpression) : { kind: "or", parts };
  }

  #and(): TableExpression {
    const parts = [this.#not()];
    for (;;) {
      // Words side by side are all searched for.
      const bothWords = parts.at(-1)?.kind === "search" && this.#isWord();
      if (!bothWords && !(this.#eatWord("and") || this.#tokens.eat("&&"))) break;
      parts.push(this.#not());
    }
    return parts.length === 1 ? (parts[0] as TableExpression) : { kind: "and", parts };
  }

  #not(): TableExpression {
    return this.#tokens.deeper(() => {
      const isNegated = this.#eatWord("not") || this.#tokens.eat("!");
      return isNegated ? { kind: "not", part: this.#not() } : this.#primary();
    });
  }

  #primary(): TableExpression {
    if (this.#tokens.eat("(")) {
      const inside = this.#or();
      if (!this.#tokens.eat(")")) this.#tokens.fail("wantsClose", ")");
      return inside;
    }
    const token = this.#tokens.peek();
    return this.#condition(this.#operand(), token);
  }

  /** @param first - the token with which the operand begins. */
  #condition(operand: Operand, first: TableToken): TableExpression {
    if (this.#eatWord("is")) {
      const isNegated = this.#eatWord("not");
      if (!this.#eatWord("missing")) this.#tokens.fail("wantsMissing");
      return { kind: "missing", operand, isNegated };
    }
    const isNegated = isWordOf(this.#tokens.peek(), "not") && isWordOf(this.#tokens.peek(1), "in");
    if (isNegated) this.#tokens.skip();
    if (this.#eatWord("in")) return { kind: "in", operand, values: this.#list(), isNegated };
    if (this.#tokens.eat("~")) return { kind: "like", operand, pattern: this.#pattern() };
    const operands = [operand];
    const operators: TableComparison[] = [];
    for (let op = this.#comparison(); op !== undefined; op = this.#comparison()) {
      this.#tokens.skip();
      operators.push(op);
      operands.push(this.#operand());
    }
    if (operators.length > 0) return { kind: "compare", operands, operators };
    return this.#search(operand, first);
  }

  #search(operand: Operand, first: TableToken): TableExpression {
    const isAlone =
      first.kind === "string" ||
      first.kind === "number" ||
      (first.kind === "name" && operand.kind === "name" && !operand.isQuoted);
    if (!isAlone || (operand.kind === "name" && operand.take !== null))
      this.#tokens.fail("wantsOperator");
    const isColumn = operand.kind === "name" && this.#isColumn(operand.name);
    // `lr 0.1` is a comparison that lacks its operator, not two words to search for.
    if (isColumn && this.#isWord()) this.#tokens.fail("wantsOperator");
    return { kind: "search", text: first.text };
  }

  #operand(): Operand {
    const token = this.#tokens.peek();
    const place = { from: token.from, to: token.to };
    if (token.kind === "string" || token.kind === "number") {
      this.#tokens.skip();
      const value = token.kind === "string" ? token.text : token.number;
      return { kind: "value", value, ...place };
    }
    if (token.kind !== "name") return this.#tokens.fail("wantsOperand");
    const { text, isQuoted } = token;
    const word = isQuoted ? "" : text.toLowerCase();
    if (word === "true" || word === "false" || word === "null") {
      this.#tokens.skip();
      return { kind: "value", value: word === "null" ? null : word === "true", ...place };
    }
    if (keywords.has(word)) return this.#tokens.fail("wantsOperand");
    this.#tokens.skip();
    const take = takes.find((each) => each === word);
    if (take === undefined || !this.#tokens.eat("(")) {
      return { kind: "name", name: text, isQuoted, take: null, ...place };
    }
    const inside = this.#tokens.peek();
    if (inside.kind !== "name") return this.#tokens.fail("wantsOperand");
    this.#tokens.skip();
    const { to } = this.#tokens.peek();
    if (!this.#tokens.eat(")")) this.#tokens.fail("wantsClose", ")");
    return { kind: "name", name: inside.text, isQuoted: true, take, from: place.from, to };
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
    if (token.kind === "sign" || token.kind === "end") return this.#tokens.fail("wantsPattern");
    this.#tokens.skip();
    return token.kind === "regex"
      ? { kind: "regex", pattern: token.pattern, flags: token.flags, from, to }
      : { kind: "words", text: token.text, from, to };
  }

  // --- tokens

  /** Whether something stands next that may be searched for. */
  #isWord(): boolean {
    const token = this.#tokens.peek();
    if (token.kind === "name") return token.isQuoted || !keywords.has(token.text.toLowerCase());
    return token.kind === "string" || token.kind === "number";
  }

  #eatWord(word: string): boolean {
    return this.#tokens.eatIf((token) => isWordOf(token, word));
  }

  #comparison(): TableComparison | undefined {
    const token = this.#tokens.peek();
    return token.kind === "sign" ? comparisons[token.text] : undefined;
  }
}

/**
 * @param isColumn - whether a bare name is one of the columns.
 * @returns null for a query that says nothing.
 * @throws QueryError.
 */
export function parseQuery(
  text: string,
  isColumn: (name: string) => boolean,
): TableExpression | null {
  return new Parser(text, isColumn).parse();
}

/** Every operand that names a column, or may. */
export function* namesIn(
  expression: TableExpression,
): Iterable<Operand & { readonly kind: "name" }> {
  switch (expression.kind) {
    case "and":
    case "or":
      for (const part of expression.parts) yield* namesIn(part);
      break;
    case "not":
      yield* namesIn(expression.part);
      break;
    case "compare":
      for (const each of expression.operands) if (each.kind === "name") yield each;
      break;
    case "in":
    case "like":
    case "missing":
      if (expression.operand.kind === "name") yield expression.operand;
      break;
    case "search":
      break;
  }
}
