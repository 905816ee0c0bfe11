/** Curves along another scalar of their run, such as epochs or tokens, in the place of steps. */

import type { ScalarSeries } from "../../api/scalars";
import { lastAt } from "../../lib/expressions/align";

/** Where the points of a series lie along a scalar. */
export interface PlacesAlong {
  /** Of the points, rising. */
  readonly x: Float64Array;
  /** Of the values without a height, rising. */
  readonly nonFiniteX: Float64Array;
  /** Whether the scalar fell: the points are in another order than they were logged in. */
  readonly isReordered: boolean;
}

/** In the order of `placed`, if that is there; in the order of steps else. */
export type PlacedSeries = ScalarSeries & { readonly placed?: PlacesAlong };

const known = new WeakMap<ScalarSeries, { along: ScalarSeries; result: PlacedSeries }>();

/**
 * The same points, in the order of what `along` was last when each was logged; without those before its first value.
 * @param along - of the same run.
 */
export function placedAlong(series: ScalarSeries, along: ScalarSeries): PlacedSeries {
  const before = known.get(series);
  if (before?.along === along) return before.result;
  const result = place(series, along);
  known.set(series, { along, result });
  return result;
}

function place(series: ScalarSeries, { step: at, value: values }: ScalarSeries): PlacedSeries {
  const { step, walltime, value, smoothed, nonfinite } = series;
  const points = { x: at, y: values };
  const [x, marks] = [lastAt(step, points), lastAt(nonfinite.step, points)];
  const [order, marksOrder] = [orderOf(x), orderOf(marks)];
  const pick = (from: Float64Array, by: Uint32Array): Float64Array =>
    Float64Array.from(by, (i) => from[i] ?? NaN);
  return {
    ...series,
    step: pick(step, order),
    walltime: pick(walltime, order),
    value: pick(value, order),
    smoothed: smoothed === null ? null : pick(smoothed, order),
    nonfinite: {
      step: pick(nonfinite.step, marksOrder),
      walltime: pick(nonfinite.walltime, marksOrder),
      what: Uint8Array.from(marksOrder, (i) => nonfinite.what[i] ?? 0),
      count: Int32Array.from(marksOrder, (i) => nonfinite.count[i] ?? 0),
    },
    placed: {
      x: pick(x, order),
      nonFiniteX: pick(marks, marksOrder),
      isReordered: order.some((each, i) => i > 0 && each < (order[i - 1] ?? 0)),
    },
  };
}

/** Positions of what is finite, in rising order; equals as they came. */
function orderOf(x: Float64Array): Uint32Array {
  const order = Uint32Array.from(x.keys()).filter((i) => Number.isFinite(x[i]));
  return order.sort((one, other) => (x[one] ?? 0) - (x[other] ?? 0));
}

/** The steps at which a scalar lies within a range, and one more on each side; null: none does. */
export function stepsWithin(
  series: readonly ScalarSeries[],
  [low, high]: readonly [number, number],
): readonly [number, number] | null {
  let [from, to] = [Infinity, -Infinity];
  for (const { step, value } of series) {
    for (let i = 0; i < value.length; i++) {
      const y = value[i] ?? NaN;
      if (!(y >= low && y <= high)) continue;
      from = Math.min(from, step[Math.max(0, i - 1)] ?? Infinity);
      // What was logged last holds until the next one.
      to = Math.max(to, step[i + 1] ?? Infinity);
    }
  }
  return from < to ? [from, to] : null;
}

export function byRun(series: readonly ScalarSeries[]): ReadonlyMap<string, ScalarSeries> {
  return new Map(series.map((each) => [each.run, each]));
}

/** Ids of the runs that have a tag. */
export function runsHaving(
  tags: readonly { readonly tag: string; readonly runs: readonly string[] }[],
  tag: string,
): ReadonlySet<string> {
  return new Set(tags.find((each) => each.tag === tag)?.runs);
}
