/** Values that a query asks for and that no row has: most often they are misspelt. */

import type { Scope } from "./evaluate";
import type { TableExpression, Operand } from "./parse";
import { type Column, NUMBER, type Value } from "./types";

export interface Absent {
  readonly column: Column;
  readonly value: Value;
}

/** The first such value; null: each is there. */
export function absentValue(expression: TableExpression, scope: Scope): Absent | null {
  for (const [one, other] of equalities(expression)) {
    const column = columnOf(one, scope);
    if (column === undefined || columnOf(other, scope) !== undefined) continue;
    const value = other.kind === "value" ? other.value : other.name;
    if (!hasValue(column, value)) return { column, value };
  }
  return null;
}

/** Operands of which the first is said to be the second, or not to be it. */
function* equalities(expression: TableExpression): Iterable<readonly [Operand, Operand]> {
  switch (expression.kind) {
    case "and":
    case "or":
      for (const part of expression.parts) yield* equalities(part);
      break;
    case "not":
      yield* equalities(expression.part);
      break;
    case "compare":
      for (const [i, operator] of expression.operators.entries()) {
        if (operator !== "==" && operator !== "!=") continue;
        const [one, other] = expression.operands.slice(i, i + 2) as [Operand, Operand];
        yield [one, other];
        yield [other, one];
      }
      break;
    case "in":
      for (const value of expression.values) yield [expression.operand, value];
      break;
    case "like":
    case "missing":
    case "search":
      break;
  }
}

function columnOf(operand: Operand, scope: Scope): Column | undefined {
  return operand.kind === "name" ? scope.columnOf(operand.name, operand.take) : undefined;
}

function hasValue({ numbers, codes, values }: Column, value: Value): boolean {
  if (typeof value !== "number") {
    const code = values.indexOf(value);
    return code >= 0 && codes.includes(code);
  }
  const isIt = Number.isNaN(value) ? Number.isNaN : (number: number) => number === value;
  return codes.some((code, row) => code === NUMBER && isIt(numbers[row] as number));
}
