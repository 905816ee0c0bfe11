/** What the rows of a table differ from: the rows that are the baseline. */

import { type NumberChange, changeOf } from "../change";
import type { Goal } from "./types";

export interface BaselineRows {
  readonly rows: readonly number[];
  has(row: number): boolean;
}

/** What numbers are held against. */
export interface Reference {
  readonly mean: number;
  /** How many values the mean is of: those that are finite. */
  readonly n: number;
  /** How many rows the baseline has. */
  readonly all: number;
}

/** On each side: fewer have no interval. The same as on the server, which computes it. */
export const FEWEST = 3;

/** @param isOfBaseline - whether the run of that id is part of it. @returns null: there is no such row. */
export function baselineRows(
  rows: Iterable<number>,
  runs: readonly string[],
  isOfBaseline: (id: string) => boolean,
): BaselineRows | null {
  const found = new Set<number>();
  for (const row of rows) if (isOfBaseline(runs[row] ?? "")) found.add(row);
  if (found.size === 0) return null;
  return { rows: [...found], has: (row) => found.has(row) };
}

/** @param values - of the rows of the baseline; null: missing. @returns null: none is finite. */
export function referenceOf(values: readonly (number | null)[]): Reference | null {
  const finite = values.filter((value): value is number => Number.isFinite(value));
  const n = finite.length;
  if (n === 0) return null;
  // Divided first: a sum of large numbers is infinite.
  const mean = finite.reduce((sum, value) => sum + value / n, 0);
  return { mean: n === 1 ? (finite[0] ?? mean) : mean, n, all: values.length };
}

/** @returns null: the row has no number, is itself of the baseline, or that has none. */
export function rowChange(
  { rows, has }: BaselineRows,
  numberOf: (row: number) => number | null,
  row: number,
): { readonly change: NumberChange; readonly reference: Reference } | null {
  const value = has(row) ? null : numberOf(row);
  if (value === null) return null;
  const reference = referenceOf(rows.map(numberOf));
  const change = reference === null ? null : changeOf(reference.mean, value);
  return reference === null || change === null ? null : { change, reference };
}

/** Which way it goes; null: nobody says what is better, or nothing changed. */
export function wayOf(by: number, goal: Goal | null): "better" | "worse" | null {
  if (goal === null || by === 0) return null;
  return by > 0 === (goal === "max") ? "better" : "worse";
}

/** The same of an interval: null as well where it holds zero. */
export function wayOfInterval(
  low: number | null,
  high: number | null,
  goal: Goal | null,
): "better" | "worse" | null {
  if (low === null || high === null || low * high <= 0) return null;
  return wayOf(low, goal);
}
