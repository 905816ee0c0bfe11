/** A run that several processes logged, rank by rank. */

import { ask } from "./ask";
import { floats } from "./columns";
import { flag, number, text } from "./decode";
import { list, nullable, object, type Of } from "./shapes";

const row = object({
  rank: number,
  /** On its machine; null: its log does not say it. */
  local_rank: nullable(number),
  /** The machine; empty: its log does not say it. */
  host: text,
  /** Of the scalar; null: it has logged none. */
  last_step: nullable(number),
  last: nullable(number),
  /** The median over its last points; null: it has too few. */
  seconds_per_step: nullable(number),
  /** The same, by the median of all ranks. */
  times_median: nullable(number),
  updated: nullable(number),
  is_slow: flag,
  is_silent: flag,
});
export type RankRow = Of<typeof row>;

const ranks = object({
  /** Processes that the training has; 1: it is of one process. */
  ranks: number,
  hosts: number,
  /** Ranks that have logged nothing. */
  missing: list(number),
  /** The scalar that all of this is about; null: there is none. */
  tag: nullable(text),
  /** Scalars that ranks have logged. */
  tags: list(text),
  median: nullable(number),
  steps_apart: nullable(number),
  /** Those that stand out first. */
  rows: list(row),
  /** The rank of each row of cells. */
  cell_ranks: floats,
  /** The first step of each column of cells. */
  first_steps: floats,
  /** [rows, columns]: of each cell the value that is farthest from the others. */
  values: floats,
  /** [rows, columns]: points in the cell. */
  counts: floats,
  /** [columns]: of the ranks' means, as are those below. */
  medians: floats,
  /** Their 10th and 90th percentile. */
  lows: floats,
  highs: floats,
  least: floats,
  most: floats,
  /** Ranks that leave the band, the oddest first. */
  odd: list(number),
  /** [odd, columns]: their means. */
  odd_values: floats,
});
export type Ranks = Of<typeof ranks>;

/** @param tag - null: the scalar that most ranks have logged. */
export async function fetchRanks(
  run: string,
  tag: string | null,
  signal: AbortSignal,
): Promise<Ranks> {
  const query = new URLSearchParams({ run, columns: "150", ...(tag === null ? {} : { tag }) });
  return ranks(await ask(`ranks?${query}`, { signal }), "ranks");
}
