/** Which trainings may be called the best. */

import type { Column, Table } from "./types";

/**
 * Whether a run that ended so may be called the best. The value of a training that was pruned, or that an error
 * ended, is one from its midst: it says nothing against those that went on, which is why `Study.best_trial` of Optuna
 * looks at complete trials only. One that was killed, that still runs, or of which nobody logged has the value that
 * somebody was content with.
 */
export function isCandidate(outcome: string | null): boolean {
  return outcome !== "failed" && outcome !== "pruned";
}

/** @param is - whether the run with that id is a candidate. */
export function rowsOfCandidates(
  rows: Int32Array,
  { runs }: Table,
  is: (id: string) => boolean,
): Int32Array {
  return rows.filter((row) => is(runs[row] ?? ""));
}

/**
 * The others behind all candidates that have a number, before the rows without one.
 * @param sorted - the best number first, rows without one last.
 */
export function candidatesFirst(
  sorted: Int32Array,
  { numbers }: Column,
  { runs }: Table,
  is: (id: string) => boolean,
): Int32Array {
  const rankOf = (row: number): number => {
    if (Number.isNaN(numbers[row] ?? NaN)) return 2;
    return is(runs[row] ?? "") ? 0 : 1;
  };
  return sorted.slice().sort((one, other) => rankOf(one) - rankOf(other));
}
