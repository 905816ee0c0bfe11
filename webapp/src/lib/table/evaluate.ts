/** Which rows a query finds: each condition is one pass over a column's typed arrays. */

import { compareWords } from "../natural";
import type { TableComparison, TableExpression, Operand, Pattern, Take } from "./parse";
import { regexTest } from "./patterns";
import { QueryError } from "./tokens";
import { type Column, MISSING, NUMBER, type Value, valueAt } from "./types";

export interface Scope {
  readonly rows: number;
  /** All that a word alone is searched in. */
  readonly columns: readonly Column[];
  /** @param take - null: the name stands alone. */
  columnOf(name: string, take: Take | null): Column | undefined;
}

/** [rows]: 1 for the rows that are found. */
export type Mask = Uint8Array;

type Numbers = (one: number, other: number) => boolean;

const numeric: Readonly<Record<TableComparison, Numbers>> = {
  "==": (a, b) => a === b || (Number.isNaN(a) && Number.isNaN(b)),
  "!=": (a, b) => a !== b && !(Number.isNaN(a) && Number.isNaN(b)),
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

/** Texts have an order; true, false and null are equal to themselves only; the rest is apart. */
function holds(one: Value, operator: TableComparison, other: Value): boolean {
  if (typeof one === "number" && typeof other === "number") return numeric[operator](one, other);
  if (operator === "==") return one === other;
  if (operator === "!=") return one !== other;
  if (typeof one !== "string" || typeof other !== "string") return false;
  return numeric[operator](compareWords(one, other), 0);
}

/** One pass over a column: a test of its numbers, and one of each of its words. */
function pass(
  { numbers, codes, values }: Column,
  ofNumber: (number: number) => boolean,
  ofWord: (word: string | boolean | null) => boolean,
): Mask {
  const words = Uint8Array.from(values, (value) => Number(ofWord(value)));
  const mask = new Uint8Array(codes.length);
  for (let row = 0; row < mask.length; row++) {
    const code = codes[row] as number;
    if (code >= 0) mask[row] = words[code] as number;
    else if (code === NUMBER) mask[row] = Number(ofNumber(numbers[row] as number));
  }
  return mask;
}

class Evaluation {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  of(expression: TableExpression): Mask {
    switch (expression.kind) {
      case "and":
        return this.#joined(expression.parts, (mask, part, row) => {
          if (part[row] === 0) mask[row] = 0;
        });
      case "or":
        return this.#joined(expression.parts, (mask, part, row) => {
          if (part[row] === 1) mask[row] = 1;
        });
      case "not":
        return this.of(expression.part).map((found) => 1 - found);
      case "compare":
        return this.#chain(expression.operands, expression.operators);
      case "in":
        return this.#in(expression);
      case "like":
        return this.#like(expression.operand, expression.pattern);
      case "missing":
        return this.#missing(expression.operand, expression.isNegated);
      case "search":
        return this.#search(expression.text);
    }
  }

  #joined(
    parts: readonly TableExpression[],
    join: (mask: Mask, part: Mask, row: number) => void,
  ): Mask {
    const [first, ...others] = parts.map((part) => this.of(part));
    const mask = first ?? this.#all(1);
    for (const part of others) for (let row = 0; row < mask.length; row++) join(mask, part, row);
    return mask;
  }

  #chain(operands: readonly Operand[], operators: readonly TableComparison[]): Mask {
    const isEqual = operators.every((operator) => operator === "==" || operator === "!=");
    const sides = operands.map((operand) => this.#side(operand, isEqual));
    const mask = this.#all(1);
    operators.forEach((operator, i) => {
      const pair = this.#compare(sides[i] as Side, operator, sides[i + 1] as Side);
      for (let row = 0; row < mask.length; row++) if (pair[row] === 0) mask[row] = 0;
    });
    return mask;
  }

  #compare(left: Side, operator: TableComparison, right: Side): Mask {
    if (isColumn(left)) {
      if (!isColumn(right)) return columnAgainst(left, operator, right.value);
      return this.#all(0).map((_, row) => {
        const [one, other] = [valueAt(left, row), valueAt(right, row)];
        return Number(one !== undefined && other !== undefined && holds(one, operator, other));
      });
    }
    if (isColumn(right)) return columnAgainst(right, turned[operator], left.value);
    // Words alone say nothing of a row: one of them was meant as a column.
    const bare = left.bare ?? right.bare;
    if (bare !== undefined) return unknown(bare);
    return this.#all(Number(holds(left.value, operator, right.value)));
  }

  #in({ operand, values, isNegated }: TableExpression & { kind: "in" }): Mask {
    const column = this.#column(operand);
    const wanted = new Set(values.map((value) => this.#side(value, true)).flatMap(plain));
    return pass(
      column,
      (number) => wanted.has(number) !== isNegated,
      (word) => wanted.has(word) !== isNegated,
    );
  }

  #like(operand: Operand, pattern: Pattern): Mask {
    const test =
      pattern.kind === "words"
        ? containing(pattern.text)
        : regexTest(pattern.pattern, pattern.flags, pattern.from, pattern.to);
    return pass(
      this.#column(operand),
      (number) => test(String(number)),
      (word) => test(String(word)),
    );
  }

  #missing(operand: Operand, isNegated: boolean): Mask {
    const { codes } = this.#column(operand);
    return Uint8Array.from(codes, (code) => Number((code === MISSING) !== isNegated));
  }

  /** In the texts of all columns; a number also finds cells of just this number. */
  #search(text: string): Mask {
    const test = containing(text);
    const number = text.trim() === "" ? NaN : Number(text);
    const mask = this.#all(0);
    for (const { values, codes, numbers } of this.#scope.columns) {
      const words = Uint8Array.from(values, (value) => Number(test(String(value))));
      if (words.includes(1)) {
        for (let row = 0; row < mask.length; row++) {
          if (words[codes[row] as number] === 1) mask[row] = 1;
        }
      }
      if (Number.isNaN(number)) continue;
      for (let row = 0; row < mask.length; row++) if (numbers[row] === number) mask[row] = 1;
    }
    return mask;
  }

  #all(found: number): Mask {
    return new Uint8Array(this.#scope.rows).fill(found);
  }

  /** @param orWord - a bare name that is no column is a word: `opt == adam`. */
  #side(operand: Operand, orWord: boolean): Side {
    if (operand.kind === "value") return { value: operand.value };
    const column = this.#scope.columnOf(operand.name, operand.take);
    if (column !== undefined) return column;
    if (!orWord || operand.isQuoted) return unknown(operand);
    return { value: operand.name, bare: operand };
  }

  #column(operand: Operand): Column {
    if (operand.kind === "value") {
      throw new QueryError("unknownColumn", operand.from, operand.to, String(operand.value));
    }
    return this.#scope.columnOf(operand.name, operand.take) ?? unknown(operand);
  }
}

/** One side of a comparison. */
type Side = Column | Plain;

interface Plain {
  readonly value: Value;
  /** The bare name that it was written as. */
  readonly bare?: Operand & { readonly kind: "name" };
}

function isColumn(side: Side): side is Column {
  return "codes" in side;
}

function plain(side: Side): Value[] {
  return isColumn(side) ? [side.name] : [side.value];
}

function unknown(operand: Operand & { readonly kind: "name" }): never {
  const { name, take, from, to } = operand;
  throw new QueryError("unknownColumn", from, to, take === null ? name : `${take}(${name})`);
}

/** `1 < lr` is `lr > 1`. */
const turned: Readonly<Record<TableComparison, TableComparison>> = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

function columnAgainst(column: Column, operator: TableComparison, value: Value): Mask {
  const compare = numeric[operator];
  const ofNumber =
    typeof value === "number"
      ? (number: number) => compare(number, value)
      : () => operator === "!=";
  return pass(column, ofNumber, (word) => holds(word, operator, value));
}

/** Words that all occur, in any order and case. */
function containing(text: string): (candidate: string) => boolean {
  // Slashes around a word are part of it here: what is between them is no pattern.
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (candidate) => {
    const lower = candidate.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}

/**
 * The rows that an expression finds. What is missing is neither less, equal, unequal nor contained.
 * @throws QueryError where it names a column that is not there, or a pattern that would take too long.
 */
export function evaluate(expression: TableExpression, scope: Scope): Mask {
  return new Evaluation(scope).of(expression);
}
