/** Rows of the table: where they are, which are the best, how their runs are colored. */

import type { Column, Goal, Table } from "./types";

/** Key that is the same for a trial wherever its row stands. */
export function keyOfRow({ runs, numbers }: Table, row: number): string {
  return `${runs[row] ?? ""}/${numbers[row] ?? 0}`;
}

export function rowsByKey(table: Table): ReadonlyMap<string, number> {
  return new Map(Array.from({ length: table.rows }, (_, row) => [keyOfRow(table, row), row]));
}

/** Rising. */
export function rowsWhere(rows: number, is: (row: number) => boolean): Int32Array {
  const found = new Int32Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row++) if (is(row)) found[count++] = row;
  return found.slice(0, count);
}

export function rowsOfRuns(rows: Int32Array, { runs }: Table, ids: readonly string[]): Int32Array {
  const wanted = new Set(ids);
  return rows.filter((row) => wanted.has(runs[row] ?? ""));
}

/** The first of the rows with the best number; null: none of them has a number. */
export function bestRow(
  { numbers }: Column,
  goal: Goal,
  rows: Int32Array,
  inside: Uint8Array,
): number | null {
  const sign = goal === "min" ? 1 : -1;
  let best: number | null = null;
  for (const row of rows) {
    const value = sign * (numbers[row] as number);
    if (inside[row] === 0 || Number.isNaN(value)) continue;
    if (best === null || value < sign * (numbers[best] as number)) best = row;
  }
  return best;
}

/** [rows] */
export function colorsOfRuns({ runs }: Table, colorOf: (run: string) => string): readonly string[] {
  const known = new Map<string, string>();
  return runs.map((run) => {
    const color = known.get(run) ?? colorOf(run);
    known.set(run, color);
    return color;
  });
}

/** Ids of the runs of some rows, each once. */
export function runsOfRows(rows: Int32Array, { runs }: Table): readonly string[] {
  return [...new Set(Array.from(rows, (row) => runs[row] ?? ""))];
}
