/** Scalars of many layers as cells of a picture of layers by steps. */

import type { ScalarSeries } from "../../../api/scalars";
import {
  linearScale,
  logScale,
  oddColor,
  zeroColor,
  type LayerScale,
} from "../../../cards/layers/scale";
import { unionSteps } from "../../../cards/steps/steps";
import { deciding } from "../../../charts/common/diverged";
import { colorOf } from "../../../lib/palettes";

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

/** So many times the 0.5 % quantile is the 99.5 % one where a scale is logarithmic by itself. */
const WIDE = 10;

/** Whether magnitudes say more of these values than differences do. */
export function spansMagnitudes(values: Float64Array): boolean {
  const sorted = values.filter(Number.isFinite).sort();
  if (!((sorted[0] ?? 0) > 0)) return false;
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
  return at(0.995) > WIDE * at(0.005);
}

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

export interface PaintedCells {
  readonly scale: LayerScale;
  readonly colors: Uint8ClampedArray<ArrayBuffer>;
  readonly crossed: Uint8Array;
  readonly hasOdd: boolean;
  /** Whether there are values that a logarithmic scale does not have. */
  readonly hasNone: boolean;
  /** Whether there are values beyond the ends of the scale, which are drawn as these. */
  readonly isBelow: boolean;
  readonly isAbove: boolean;
}

export function paintedCells(
  { value, step }: LayerCells,
  deciding: Float64Array,
  isLog: boolean,
): PaintedCells {
  const rgbOf = (place: number) => colorOf("viridis", place);
  const scale = isLog ? logScale([...deciding], rgbOf) : linearScale(deciding, rgbOf);
  const colors = new Uint8ClampedArray(4 * value.length);
  const crossed = new Uint8Array(value.length);
  let [hasNone, isBelow, isAbove] = [false, false, false];
  value.forEach((each, i) => {
    if (Number.isNaN(step[i])) return;
    if (!Number.isFinite(each)) {
      crossed[i] = 1;
      colors.set([...oddColor, 255], 4 * i);
    } else if (isLog && each <= 0) {
      hasNone = true;
      colors.set([...zeroColor, 255], 4 * i);
    } else {
      isBelow ||= each < scale.low;
      isAbove ||= each > scale.high;
      const place = Math.min(1, Math.max(0, scale.placeOf(each)));
      colors.set([...scale.rgbOf(place), 255], 4 * i);
    }
  });
  return { scale, colors, crossed, hasOdd: crossed.includes(1), hasNone, isBelow, isAbove };
}
