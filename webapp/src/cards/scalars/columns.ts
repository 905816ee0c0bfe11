/** A series' columns along an axis, in the order of that axis. */

import type { Axis, ScalarSeries } from "../../api/scalars";
import type { PlacedSeries } from "./along";

/** All of one length; rising in `x`. */
export interface ScalarColumns {
  readonly x: Float64Array;
  readonly step: Float64Array;
  readonly walltime: Float64Array;
  readonly value: Float64Array;
  readonly smoothed: Float64Array | null;
  /** Where the values without a height are; of their own length, rising. */
  readonly nonFinite: {
    readonly x: Float64Array;
    readonly step: Float64Array;
    readonly walltime: Float64Array;
    readonly what: Uint8Array;
    readonly count: Int32Array;
  };
}

const known = new WeakMap<ScalarSeries, Map<Axis, ScalarColumns>>();

/** Worked out once for each answer of the server and axis; a series that is placed along a scalar lies there on any axis. */
export function columnsOf(series: ScalarSeries, axis: Axis): ScalarColumns {
  const byAxis = known.get(series) ?? new Map<Axis, ScalarColumns>();
  known.set(series, byAxis);
  const columns = byAxis.get(axis) ?? arrange(series, axis);
  byAxis.set(axis, columns);
  return columns;
}

function arrange(series: PlacedSeries, axis: Axis): ScalarColumns {
  const { step, walltime, value, smoothed, nonfinite, origin, placed } = series;
  const x = placed?.x ?? along(axis, step, walltime, origin);
  const marksX = placed?.nonFiniteX ?? along(axis, nonfinite.step, nonfinite.walltime, origin);
  const order = risingOrder(x);
  const marksOrder = risingOrder(marksX);
  return {
    x: pick(x, order),
    step: pick(step, order),
    walltime: pick(walltime, order),
    value: pick(value, order),
    smoothed: smoothed === null ? null : pick(smoothed, order),
    nonFinite: {
      x: pick(marksX, marksOrder),
      step: pick(nonfinite.step, marksOrder),
      walltime: pick(nonfinite.walltime, marksOrder),
      what: pick(nonfinite.what, marksOrder),
      count: pick(nonfinite.count, marksOrder),
    },
  };
}

function along(
  axis: Axis,
  step: Float64Array,
  walltime: Float64Array,
  origin: number,
): Float64Array {
  if (axis === "step") return step;
  return axis === "wall" ? walltime : walltime.map((seconds) => seconds - origin);
}

/**
 * null where `x` rises already. Times may fall while steps rise: clocks are set back, and several
 * machines write into one run.
 */
function risingOrder(x: Float64Array): Uint32Array | null {
  let rises = true;
  for (let i = 1; rises && i < x.length; i++) rises = (x[i - 1] ?? 0) <= (x[i] ?? 0);
  if (rises) return null;
  return Uint32Array.from(x.keys()).sort((one, other) => (x[one] ?? 0) - (x[other] ?? 0));
}

function pick<T extends Float64Array | Uint8Array | Int32Array>(
  values: T,
  order: Uint32Array | null,
): T {
  if (order === null) return values;
  const picked = values.slice() as T;
  order.forEach((from, to) => {
    picked[to] = values[from] ?? NaN;
  });
  return picked;
}
