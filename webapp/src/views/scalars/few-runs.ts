/** Of very many runs a chart shows the best ones, unless all are asked for. */

/** From so many on curves are a carpet. */
const MANY = 50;
/** As many can be distinguished. */
const FEW = 10;

export interface FewRuns {
  /** In the order in which they came. */
  readonly runs: readonly string[];
  /** How many there are of them where some are left out, or could be; else 0. */
  readonly of: number;
}

/**
 * @param best - the same, the best first; null: nobody says what is better, and the first ones, the newest, are shown.
 * @param isAll - whether all of them are asked for.
 */
export function fewRuns(
  all: readonly string[],
  best: readonly string[] | null,
  isAll: boolean,
): FewRuns {
  if (all.length <= MANY) return { runs: all, of: 0 };
  if (isAll) return { runs: all, of: all.length };
  const shown = new Set((best ?? all).slice(0, FEW));
  return { runs: all.filter((run) => shown.has(run)), of: all.length };
}
