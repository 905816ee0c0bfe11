/** The values of an expression, point by point over typed arrays. */

import { aligned, type Points } from "./align";
import { tagsIn, type Expression, type FunctionName, type ExpressionOperator } from "./parse";

export interface Evaluated extends Points {
  /** Whether a series had no point at a step where another one has, so that it was interpolated. */
  readonly isInterpolated: boolean;
}

const binary: Readonly<Record<ExpressionOperator, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "**": (a, b) => a ** b,
};

const unary: Readonly<Partial<Record<FunctionName, (a: number) => number>>> = {
  abs: Math.abs,
  sqrt: Math.sqrt,
  exp: Math.exp,
  log: Math.log,
  log10: Math.log10,
  log2: Math.log2,
};

const pairwise: Readonly<Partial<Record<FunctionName, (a: number, b: number) => number>>> = {
  min: Math.min,
  max: Math.max,
};

/**
 * @param series - points of every tag that the expression names, by tag.
 * @returns the values at all steps of all series that lie within the range of each of them.
 */
export function evaluate(expression: Expression, series: ReadonlyMap<string, Points>): Evaluated {
  const tags = tagsIn(expression);
  const { x, columns, isInterpolated } = aligned(
    tags.map((tag) => series.get(tag) ?? { x: new Float64Array(), y: new Float64Array() }),
  );
  const byTag = new Map(tags.map((tag, i) => [tag, columns[i] ?? new Float64Array()]));
  return { x, y: valuesOf(expression, byTag, x.length), isInterpolated };
}

/** Arrays of series are given as they are: nobody writes into a result that is not their own. */
function valuesOf(
  expression: Expression,
  columns: ReadonlyMap<string, Float64Array>,
  length: number,
): Float64Array {
  const of = (part: Expression): Float64Array => valuesOf(part, columns, length);
  switch (expression.kind) {
    case "number":
      return new Float64Array(length).fill(expression.value);
    case "series":
      return columns.get(expression.tag) ?? new Float64Array(length).fill(NaN);
    case "negate":
      return of(expression.part).map((value) => -value);
    case "binary":
      return combined(of(expression.left), of(expression.right), binary[expression.operator]);
    case "call": {
      const [first = new Float64Array(length), second] = expression.arguments.map(of);
      const both = pairwise[expression.name];
      if (both !== undefined && second !== undefined) return combined(first, second, both);
      return first.map(unary[expression.name] ?? ((value) => value));
    }
  }
}

function combined(
  one: Float64Array,
  other: Float64Array,
  operation: (a: number, b: number) => number,
): Float64Array {
  const result = new Float64Array(one.length);
  for (let i = 0; i < result.length; i++) result[i] = operation(one[i] ?? NaN, other[i] ?? NaN);
  return result;
}
