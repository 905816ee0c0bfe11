/** What a column says of whole runs: a run may have several trials. */

import { type Column, type Goal, MISSING, type Table } from "./types";

/**
 * The number of each run: the best of its trials; without a direction that of the last one that has any.
 * @returns by id; NaN: it was logged, but is no finite number. Runs without one are left out.
 */
export function numbersOfRuns(
  { runs, rows }: Table,
  { numbers, codes }: Column,
  goal: Goal | null,
): ReadonlyMap<string, number> {
  const sign = goal === "max" ? -1 : 1;
  const best = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    if (codes[row] === MISSING) continue;
    const id = runs[row] ?? "";
    const value = finite(numbers[row]);
    const before = best.get(id);
    const isBetter = goal === null || sign * value < sign * (before ?? NaN);
    if (before === undefined || Number.isNaN(before) || isBetter) {
      best.set(id, value);
    }
  }
  return best;
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : NaN;
}

/**
 * Ids, the best first; behind them, likewise, those that are no candidates; those without a finite number come last,
 * in their order.
 */
export function bestFirst(
  ids: readonly string[],
  numbers: ReadonlyMap<string, number>,
  goal: Goal,
  isCandidate: (id: string) => boolean,
): readonly string[] {
  const sign = goal === "min" ? 1 : -1;
  const ranked = ids.map((id) => {
    const value = numbers.get(id) ?? NaN;
    const isNumber = !Number.isNaN(value);
    return {
      id,
      group: isNumber ? Number(!isCandidate(id)) : 2,
      rank: isNumber ? sign * value : 0,
    };
  });
  ranked.sort((one, other) => one.group - other.group || one.rank - other.rank);
  return ranked.map(({ id }) => id);
}

/** What stands in the first row of each run. @param cells - [rows]. */
export function ofFirstRows<T>({ runs }: Table, cells: readonly T[]): ReadonlyMap<string, T> {
  const first = new Map<string, T>();
  runs.forEach((id, row) => {
    const cell = cells[row];
    if (cell !== undefined && !first.has(id)) first.set(id, cell);
  });
  return first;
}
