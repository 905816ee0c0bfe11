/** Scalars of many layers as cells of a picture of layers by steps. */

import type { ScalarSeries } from "../../../api/scalars";
import { unionSteps } from "../../../cards/steps/steps";
import { deciding } from "../../../charts/common/diverged";

/** The points of a layer, those without a height among them. Rising in `step`. */
interface Points {
  readonly step: Float64Array;
  readonly value: Float64Array;
}

export interface LayerCells {
  /** The first and the last step of each column, rising. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** [layers, columns]: the value that is seen, and its step; NaN steps: there is nothing. */
  readonly value: Float64Array;
  readonly step: Float64Array;
}

export function pointsOf({ step, value, nonfinite }: ScalarSeries): Points {
  if (nonfinite.step.length === 0) return { step, value };
  const without = [NaN, Infinity, -Infinity];
  const all = [
    ...Array.from(step, (at, i) => [at, value[i] ?? NaN] as const),
    ...Array.from(nonfinite.step, (at, i) => [at, without[nonfinite.what[i] ?? 0] ?? NaN] as const),
  ].sort(([one], [other]) => one - other);
  return {
    step: Float64Array.from(all, ([at]) => at),
    value: Float64Array.from(all, ([, value]) => value),
  };
}

/**
 * A column for each step where all layers have the same few, else columns of equal width in steps. Of several values
 * that one is seen which is the most out of the ordinary: what is not finite before all else, then what is farthest from
 * zero. Between two points of a layer the one before stays.
 * @param all - null: not there.
 * @param most - columns at most.
 */
export function cellsOf(all: readonly (ScalarSeries | null)[], most: number): LayerCells {
  const points = all.map((each) => (each === null ? null : pointsOf(each)));
  const there = points.filter((each) => each !== null);
  const longest = Math.max(0, ...there.map(({ step }) => step.length));
  const union = unionSteps(there.map(({ step }) => ({ step, walltime: step }))).step;
  const isAlike = union.length <= Math.min(most, 2 * longest);
  const count = isAlike ? union.length : Math.max(1, Math.min(most, longest));
  const [low, high] = [union[0] ?? 0, union[union.length - 1] ?? 0];
  const places = new Map(isAlike ? Array.from(union, (step, i) => [step, i] as const) : []);
  const columnOf = (step: number): number =>
    isAlike
      ? (places.get(step) ?? 0)
      : Math.min(count - 1, Math.floor(((step - low) / (high - low || 1)) * count));
  const first = new Float64Array(count).fill(NaN);
  const last = new Float64Array(count).fill(NaN);
  for (const step of union) {
    const column = columnOf(step);
    if (Number.isNaN(first[column])) first[column] = step;
    last[column] = step;
  }
  for (let column = 0; column < count; column++) {
    // A stretch without any point.
    if (!Number.isNaN(first[column])) continue;
    first[column] = last[column] = low + ((column + 0.5) / count) * (high - low);
  }
  const value = new Float64Array(all.length * count).fill(NaN);
  const step = new Float64Array(all.length * count).fill(NaN);
  points.forEach((each, row) => {
    if (each === null) return;
    const start = row * count;
    each.step.forEach((at, i) => {
      const cell = start + columnOf(at);
      const next = each.value[i] ?? NaN;
      if (!Number.isNaN(step[cell]) && strength(next) < strength(value[cell] ?? NaN)) return;
      value[cell] = next;
      step[cell] = at;
    });
    const end = start + (each.step.length === 0 ? -1 : columnOf(each.step.at(-1) ?? 0));
    for (let cell = start + 1; cell <= end; cell++) {
      if (!Number.isNaN(step[cell])) continue;
      value[cell] = value[cell - 1] ?? NaN;
      step[cell] = step[cell - 1] ?? NaN;
    }
  });
  return { first, last, value, step };
}

const strength = (value: number): number => (Number.isFinite(value) ? Math.abs(value) : Infinity);

/** The values that decide on the colors: as in charts, those of layers that left the others do not. */
export function decidingValues(all: readonly (ScalarSeries | null)[]): Float64Array {
  const points = all.flatMap((each) => (each === null ? [] : [pointsOf(each)]));
  const counts = deciding(
    points.map(({ value }) => ({ y: value, endsWithout: !Number.isFinite(value.at(-1) ?? 0) })),
  );
  const values = points.flatMap(({ value }, i) => [
    ...value.subarray(0, counts[i]).filter(Number.isFinite),
  ]);
  return Float64Array.from(values);
}
