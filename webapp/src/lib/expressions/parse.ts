/** From the text of an expression to what it computes. It is read here, and never run as code. */

import { Cursor } from "../language/cursor";
import { ExpressionError, tokensOf, type ExpressionProblem, type ExpressionToken } from "./tokens";

export type ExpressionOperator = "+" | "-" | "*" | "/" | "**";

export const functions = {
  abs: 1,
  sqrt: 1,
  exp: 1,
  log: 1,
  log10: 1,
  log2: 1,
  min: 2,
  max: 2,
} as const satisfies Record<string, number>;
export type FunctionName = keyof typeof functions;

export type Expression =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "series"; readonly tag: string; readonly from: number; readonly to: number }
  | { readonly kind: "negate"; readonly part: Expression }
  | {
      readonly kind: "binary";
      readonly operator: ExpressionOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "call";
      readonly name: FunctionName;
      readonly arguments: readonly Expression[];
    };

/** Series of one expression: each of them is loaded for every run. */
const mostSeries = 16;

class Parser {
  readonly #text: string;
  readonly #tokens: Cursor<ExpressionToken, ExpressionProblem>;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = new Cursor<ExpressionToken, ExpressionProblem>(
      text,
      tokensOf(text),
      ExpressionError,
    );
  }

  parse(): Expression {
    const whole = this.#sum();
    if (this.#tokens.peek().kind !== "end") this.#tokens.fail("wantsOperator");
    const { length } = tagsIn(whole);
    if (length === 0) throw new ExpressionError("wantsSeries", 0, this.#text.length);
    if (length > mostSeries) {
      throw new ExpressionError("tooMany", 0, this.#text.length, String(mostSeries));
    }
    return whole;
  }

  #sum(): Expression {
    return this.#chain(["+", "-"], () => this.#product());
  }

  #product(): Expression {
    return this.#chain(["*", "/"], () => this.#negated());
  }

  /** Operators of one rank, from left to right. */
  #chain(operators: readonly ExpressionOperator[], part: () => Expression): Expression {
    let left = part();
    for (;;) {
      const operator = operators.find((each) => this.#tokens.eat(each));
      if (operator === undefined) return left;
      left = { kind: "binary", operator, left, right: part() };
    }
  }

  /** A minus binds less than a power before it, and more than what it is a power of: as in Python. */
  #negated(): Expression {
    if (!this.#tokens.eat("-")) return this.#power();
    return { kind: "negate", part: this.#tokens.deeper(() => this.#negated()) };
  }

  #power(): Expression {
    const left = this.#operand();
    if (!this.#tokens.eat("**")) return left;
    return {
      kind: "binary",
      operator: "**",
      left,
      right: this.#tokens.deeper(() => this.#negated()),
    };
  }

  #operand(): Expression {
    const token = this.#tokens.peek();
    if (token.kind === "number") {
      this.#tokens.skip();
      return { kind: "number", value: token.number };
    }
    if (token.kind === "name") {
      this.#tokens.skip();
      const { text: tag, from, to, isQuoted } = token;
      if (!isQuoted && this.#tokens.eat("(")) return this.#call(token);
      return { kind: "series", tag, from, to };
    }
    if (!this.#tokens.eat("(")) this.#tokens.fail("wantsOperand");
    const inside = this.#tokens.deeper(() => this.#sum());
    this.#close();
    return inside;
  }

  #call({ text, from, to }: ExpressionToken & { kind: "name" }): Expression {
    const name = (Object.keys(functions) as FunctionName[]).find((each) => each === text);
    if (name === undefined) throw new ExpressionError("unknownFunction", from, to, text);
    const given = [this.#tokens.deeper(() => this.#sum())];
    while (this.#tokens.eat(",")) given.push(this.#tokens.deeper(() => this.#sum()));
    this.#close();
    const wanted = functions[name];
    if (given.length !== wanted) {
      throw new ExpressionError("wantsArguments", from, this.#tokens.passed, `${name}: ${wanted}`);
    }
    return { kind: "call", name, arguments: given };
  }

  #close(): void {
    if (!this.#tokens.eat(")")) this.#tokens.fail("wantsClose");
  }
}

/** @throws ExpressionError. */
export function parseExpression(text: string): Expression {
  return new Parser(text).parse();
}

/** Where an expression names a series, from left to right. */
export function* seriesIn(
  expression: Expression,
): Generator<Expression & { readonly kind: "series" }> {
  switch (expression.kind) {
    case "series":
      yield expression;
      break;
    case "negate":
      yield* seriesIn(expression.part);
      break;
    case "binary":
      yield* seriesIn(expression.left);
      yield* seriesIn(expression.right);
      break;
    case "call":
      for (const each of expression.arguments) yield* seriesIn(each);
      break;
    case "number":
      break;
  }
}

/** The tags of an expression, each once, in the order in which they come. */
export function tagsIn(expression: Expression): readonly string[] {
  return [...new Set([...seriesIn(expression)].map(({ tag }) => tag))];
}
