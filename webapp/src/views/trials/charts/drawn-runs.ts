/** Which runs have their curve drawn, and whose row each of them is. */

import type { TrialsModel } from "../model";

/** More curves than this are slow to draw, and no eye can follow one of them. */
export const mostRuns = 300;

export interface DrawnRuns {
  /** Runs to draw, those outside of the filters first: the others are drawn above them. */
  readonly runs: readonly string[];
  /** The row of each run inside of the filters, or else its first one. */
  readonly rowOf: ReadonlyMap<string, number>;
  /** Runs that could have been drawn. */
  readonly all: number;
}

/** Runs whose curve is drawn; of more than there is room for, those inside of the filters first, and by rows. */
export function drawnRuns(
  { table, drawn, inside }: Pick<TrialsModel, "table" | "drawn" | "inside">,
  having: ReadonlySet<string>,
): DrawnRuns {
  const rowOf = new Map<string, number>();
  for (const wanted of [1, 0]) {
    for (const row of drawn) {
      const run = table.runs[row] ?? "";
      if (inside[row] === wanted && having.has(run) && !rowOf.has(run)) rowOf.set(run, row);
    }
  }
  const kept = [...rowOf].slice(0, mostRuns);
  return { runs: kept.map(([run]) => run).reverse(), rowOf, all: rowOf.size };
}
