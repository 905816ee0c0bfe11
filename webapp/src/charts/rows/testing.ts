/** Columns for tests. */

import { MISSING, NUMBER, type Value } from "../../lib/table/types";
import type { Cells } from "./types";

/** A column of these values; undefined for a missing one. */
export function cells(values: readonly (Value | undefined)[]): Cells {
  const words = [...new Set(values.filter((value) => typeof value !== "number"))].filter(
    (value) => value !== undefined,
  );
  return {
    numbers: Float64Array.from(values, (value) => (typeof value === "number" ? value : NaN)),
    codes: Int32Array.from(values, (value) =>
      typeof value === "number" ? NUMBER : value === undefined ? MISSING : words.indexOf(value),
    ),
    values: words,
  };
}

export function all(rows: number): Int32Array {
  return Int32Array.from({ length: rows }, (_, row) => row);
}
