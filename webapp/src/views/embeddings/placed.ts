/** Where there is something to project: vectors that hold NaN or infinities have no place. */

import type { RecordSeries } from "../../api/records";

/** Numbers of the summaries that say so. */
export const FIELDS = ["points", "left_out"] as const;

/** A run's series; null: it is not known, or has none. */
export type Series = Pick<RecordSeries, "step" | "fields"> | null;

/** Whether a vector of the step at an index has a place. */
export function hasPlaces(series: Series, index: number): boolean {
  const points = series?.fields.points?.[index] ?? NaN;
  const leftOut = series?.fields.left_out?.[index] ?? 0;
  return points > (Number.isNaN(leftOut) ? 0 : leftOut);
}

/** The newest step with something to project; null: there is none. */
export function newestPlaced(series: Series): number | null {
  for (let i = (series?.step.length ?? 0) - 1; i >= 0; i--) {
    if (hasPlaces(series, i)) return series?.step[i] ?? null;
  }
  return null;
}

/**
 * The run to look at first: one whose newest step has something to project, or else one with such a step at all, or
 * else the first. Null while that is not known.
 * @param seriesOf - undefined: not known yet.
 */
export function firstPlaced(
  runs: readonly string[],
  seriesOf: (run: string) => Series | undefined,
): string | null {
  const all = runs.map((run) => ({ run, series: seriesOf(run) }));
  const newest = all.find(({ series }) => series && hasPlaces(series, series.step.length - 1));
  // What comes before it may be as good: a run that is not known yet is waited for.
  const waitsFor = newest === undefined ? all : all.slice(0, all.indexOf(newest));
  if (waitsFor.some(({ series }) => series === undefined)) return null;
  const any = newest ?? all.find(({ series }) => newestPlaced(series ?? null) !== null);
  return (any ?? all[0])?.run ?? "";
}
