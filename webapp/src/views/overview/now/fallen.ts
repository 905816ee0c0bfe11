/** Runs that have lost what they had reached, though every value of theirs is finite. */

import type { Goal } from "../../../lib/table/types";

/** So many times worse than its best: noise and overfitting do not get there. */
const TIMES = 10;

export interface FallenRun {
  readonly id: string;
  readonly last: number;
  readonly best: number;
}

/**
 * @param lasts, bests - of what runs are judged by, by id; of scalars that are not above 0 a ratio says nothing.
 * @returns the worst first.
 */
export function fallenRuns(
  ids: Iterable<string>,
  lasts: ReadonlyMap<string, number>,
  bests: ReadonlyMap<string, number>,
  goal: Goal,
): readonly FallenRun[] {
  const ratioOf = ({ last, best }: FallenRun): number =>
    goal === "min" ? last / best : best / last;
  return Array.from(ids)
    .flatMap((id): readonly FallenRun[] => {
      const [last = NaN, best = NaN] = [lasts.get(id), bests.get(id)];
      return Number.isFinite(last) && last > 0 && best > 0 ? [{ id, last, best }] : [];
    })
    .filter((run) => ratioOf(run) >= TIMES)
    .sort((one, other) => ratioOf(other) - ratioOf(one));
}
