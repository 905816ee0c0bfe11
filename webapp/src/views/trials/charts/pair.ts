/** What the scatter draws: two columns, sizes by a third one, and the trend. */

import type { Point } from "../../../charts/dots/types";
import { trendOf, type Trend } from "../../../charts/rows/trend";
import type { ColumnScale } from "../../../charts/rows/types";
import type { Column } from "../../../lib/table/types";
import type { TrialsModel } from "../model";
import { candidates, shownMetrics, varyingHparams } from "./columns";

/** @param x, y - keys; empty, or of a column that is not there: a good first choice. */
export function pairOf(
  trials: TrialsModel,
  x: string,
  y: string,
): readonly [Column, Column] | null {
  const all = candidates(trials);
  const metrics = shownMetrics(trials);
  const first = trials.columnOf(x) ?? varyingHparams(trials)[0] ?? all[0];
  const second =
    trials.columnOf(y) ?? metrics.at(-1) ?? all.find((column) => column !== first) ?? first;
  return first === undefined || second === undefined ? null : [first, second];
}

const smallest = 2.5;
const largest = 10;

/** Areas grow evenly along the scale; a row without a place on it has the smallest dot. */
export function radiiOf({ shares }: ColumnScale): Float32Array {
  return shares.map((share) =>
    Number.isNaN(share)
      ? smallest
      : Math.sqrt(smallest ** 2 + share * (largest ** 2 - smallest ** 2)),
  );
}

export interface DrawnTrend {
  readonly trend: Trend;
  /** In shares of both axes; cut where it leaves the chart. */
  readonly line: readonly [Point, Point];
}

/** Through the rows inside; null for categories, which have no distances, and where there is none. */
export function drawnTrend(
  x: ColumnScale,
  y: ColumnScale,
  drawn: Int32Array,
  inside: Uint8Array,
): DrawnTrend | null {
  if (x.bands !== null || y.bands !== null) return null;
  const rows = drawn.filter((row) => inside[row] === 1);
  const trend = trendOf(x.shares, y.shares, rows);
  if (trend === null) return null;
  let [from, to] = [Infinity, -Infinity];
  for (const row of rows) {
    const share = x.shares[row] as number;
    if (Number.isNaN(share) || Number.isNaN(y.shares[row])) continue;
    from = Math.min(from, share);
    to = Math.max(to, share);
  }
  const at = (share: number): number => trend.intercept + trend.slope * share;
  // Where it would leave through the top or the bottom.
  const [low, high] = trend.slope === 0 ? [from, to] : crossings(trend);
  const [start, end] = [Math.max(from, low), Math.min(to, high)];
  if (!(start < end)) return null;
  return {
    trend,
    line: [
      { x: start, y: at(start) },
      { x: end, y: at(end) },
    ],
  };
}

/** Shares of x, rising, where the line is at 0 and at 1. */
function crossings({ slope, intercept }: Trend): readonly [number, number] {
  const [one, other] = [-intercept / slope, (1 - intercept) / slope];
  return one < other ? [one, other] : [other, one];
}
