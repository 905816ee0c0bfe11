/** From the text of an expression to what it computes. It is read here, and never run as code. */

import { ExpressionError, tokensOf, type Problem, type Sign, type Token } from "./tokens";

export type Operator = "+" | "-" | "*" | "/" | "**";

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
  | { readonly sort: "number"; readonly value: number }
  | { readonly sort: "series"; readonly tag: string; readonly from: number; readonly to: number }
  | { readonly sort: "negate"; readonly part: Expression }
  | {
      readonly sort: "binary";
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly sort: "call";
      readonly name: FunctionName;
      readonly arguments: readonly Expression[];
    };

/** Parentheses, calls and signs within each other. */
const deepest = 60;
/** Series of one expression: each of them is loaded for every run. */
const mostSeries = 16;

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
  }

  parse(): Expression {
    const whole = this.#sum();
    if (this.#peek().sort !== "end") this.#fail("wantsOperator");
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
  #chain(operators: readonly Operator[], part: () => Expression): Expression {
    let left = part();
    for (;;) {
      const operator = operators.find((each) => this.#eat(each));
      if (operator === undefined) return left;
      left = { sort: "binary", operator, left, right: part() };
    }
  }

  /** A minus binds less than a power before it, and more than what it is a power of: as in Python. */
  #negated(): Expression {
    if (!this.#eat("-")) return this.#power();
    return { sort: "negate", part: this.#deeper(() => this.#negated()) };
  }

  #power(): Expression {
    const left = this.#operand();
    if (!this.#eat("**")) return left;
    return { sort: "binary", operator: "**", left, right: this.#deeper(() => this.#negated()) };
  }

  #operand(): Expression {
    const token = this.#peek();
    if (token.sort === "number") {
      this.#next++;
      return { sort: "number", value: token.number };
    }
    if (token.sort === "name") {
      this.#next++;
      const { text: tag, from, to, isQuoted } = token;
      if (!isQuoted && this.#eat("(")) return this.#call(token);
      return { sort: "series", tag, from, to };
    }
    if (!this.#eat("(")) this.#fail("wantsOperand");
    const inside = this.#deeper(() => this.#sum());
    this.#close();
    return inside;
  }

  #call({ text, from, to }: Token & { sort: "name" }): Expression {
    const name = (Object.keys(functions) as FunctionName[]).find((each) => each === text);
    if (name === undefined) throw new ExpressionError("unknownFunction", from, to, text);
    const given = [this.#deeper(() => this.#sum())];
    while (this.#eat(",")) given.push(this.#deeper(() => this.#sum()));
    this.#close();
    const wanted = functions[name];
    if (given.length !== wanted) {
      const end = this.#tokens[this.#next - 1]?.to ?? to;
      throw new ExpressionError("wantsArguments", from, end, `${name}: ${wanted}`);
    }
    return { sort: "call", name, arguments: given };
  }

  #deeper<T>(work: () => T): T {
    if (++this.#depth > deepest) this.#fail("tooDeep");
    const done = work();
    this.#depth--;
    return done;
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? (this.#tokens.at(-1) as Token);
  }

  #eat(sign: Sign): boolean {
    const token = this.#peek();
    const isIt = token.sort === "sign" && token.text === sign;
    if (isIt) this.#next++;
    return isIt;
  }

  #close(): void {
    if (!this.#eat(")")) this.#fail("wantsClose");
  }

  #fail(problem: Problem): never {
    const { from, to } = this.#peek();
    throw new ExpressionError(problem, from, to, this.#text.slice(from, to));
  }
}

/** @throws ExpressionError. */
export function parseExpression(text: string): Expression {
  return new Parser(text).parse();
}

/** Where an expression names a series, from left to right. */
export function* seriesIn(
  expression: Expression,
): Generator<Expression & { readonly sort: "series" }> {
  switch (expression.sort) {
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
