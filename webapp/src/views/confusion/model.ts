/** What a confusion matrix says: shares, numbers of each class, and differences. */

import type { Confusion } from "../../api/confusion";

/** Counts, or shares of a row (recall), of a column (precision) or of all. */
export type Norm = "count" | "row" | "column" | "all";

export interface Sums {
  /** Samples of each class, [C]. */
  readonly rows: Float64Array;
  /** Predictions of each class, [C]. */
  readonly columns: Float64Array;
  readonly total: number;
  readonly right: number;
}

export function sumsOf({ names, counts }: Confusion): Sums {
  const classes = names.length;
  const rows = new Float64Array(classes);
  const columns = new Float64Array(classes);
  let [total, right] = [0, 0];
  for (let row = 0; row < classes; row++) {
    for (let column = 0; column < classes; column++) {
      const count = counts[row * classes + column] ?? 0;
      rows[row] = (rows[row] ?? 0) + count;
      columns[column] = (columns[column] ?? 0) + count;
      total += count;
      if (row === column) right += count;
    }
  }
  return { rows, columns, total, right };
}

/** The counts, or the shares that are wanted; a share of nothing is NaN. [C * C] */
export function valuesOf({ names, counts }: Confusion, sums: Sums, norm: Norm): Float64Array {
  if (norm === "count") return counts;
  const classes = names.length;
  return counts.map((count, i) => {
    if (norm === "all") return count / sums.total;
    const sum = norm === "row" ? sums.rows[Math.floor(i / classes)] : sums.columns[i % classes];
    return count / (sum ?? NaN);
  });
}

/** Whether a cell counts: all of them, or all but the right predictions. */
function counted(i: number, classes: number, diagonal: boolean): boolean {
  return diagonal || i % (classes + 1) !== 0;
}

/** The greatest of the values, whatever their sign. @param diagonal - with the right predictions. */
export function greatestOf(values: Float64Array, classes: number, diagonal: boolean): number {
  let greatest = 0;
  values.forEach((value, i) => {
    if (counted(i, classes, diagonal)) greatest = Math.max(greatest, Math.abs(value) || 0);
  });
  return greatest;
}

/** How strongly cells are colored: by their share of the greatest value; NaN: not at all. */
export function strengthOf(
  values: Float64Array,
  greatest: number,
  classes: number,
  diagonal: boolean,
): Float64Array {
  return values.map((value, i) =>
    counted(i, classes, diagonal) && greatest > 0 ? value / greatest : NaN,
  );
}

/** The one less the other; null where they are of other classes. */
export function differenceOf(
  one: Float64Array,
  other: Float64Array,
  names: readonly string[],
  otherNames: readonly string[],
): Float64Array | null {
  const same =
    names.length === otherNames.length && names.every((name, i) => name === otherNames[i]);
  return same ? one.map((value, i) => value - (other[i] ?? NaN)) : null;
}

export interface ClassNumbers {
  readonly name: string;
  /** Samples of the class. */
  readonly samples: number;
  /** How often it was predicted. */
  readonly predicted: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Shares of nothing are NaN. */
export function perClass({ names, counts }: Confusion, sums: Sums): ClassNumbers[] {
  return names.map((name, i) => {
    const right = counts[i * (names.length + 1)] ?? NaN;
    const samples = sums.rows[i] ?? NaN;
    const predicted = sums.columns[i] ?? NaN;
    const [precision, recall] = [right / predicted, right / samples];
    return { name, samples, predicted, precision, recall, f1: (2 * right) / (samples + predicted) };
  });
}

/** The mean over those classes that have the number; NaN if none has. */
export function meanOf(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}
