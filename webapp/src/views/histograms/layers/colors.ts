/** The colors of layers by steps, and the scale that says what they mean. */

import type { RecordSeries } from "../../../api/records";
import { colorOf, hexOf, type RGB } from "../../../lib/palettes";
import { shareOfNonFinite, statsAt, valueOf, type LayerGrid, type Statistic } from "./grid";

/** Of cells with values that are not finite: no scale has it, and it is seen on both themes. */
export const oddColor: RGB = [226, 0, 148];
/** Of zero where the scale is logarithmic. */
export const zeroColor: RGB = [134, 142, 153];

export interface LayerScale {
  /** What stands at its ends, and in its middle where that means something; NaN: there is no value. */
  readonly low: number;
  readonly high: number;
  /** From low to high, `#rrggbb`. */
  readonly colors: readonly string[];
  /** The place of a value, from 0 to 1. */
  readonly placeOf: (value: number) => number;
  readonly rgbOf: (place: number) => RGB;
}

export interface Painted {
  readonly scale: LayerScale;
  /** As the chart takes them. */
  readonly colors: Uint8ClampedArray<ArrayBuffer>;
  readonly crossed: Uint8Array;
  /** Whether any cell has values that are not finite, and whether any is a zero that the scale has not. */
  readonly hasOdd: boolean;
  readonly hasZero: boolean;
}

/** @param values - finite ones. */
export function scaleOf(values: readonly number[], statistic: Statistic): LayerScale {
  if (statistic === "mean") return meanScale(values);
  if (statistic === "std") return logScale(values, (place) => colorOf("viridis", place));
  return logScale([...values, 1], (place) => colorOf("magma", 0.35 + 0.65 * place));
}

/** Around zero, linear near it and logarithmic far from it: one layer that explodes hides no other. */
function meanScale(values: readonly number[]): LayerScale {
  const sizes = values.map(Math.abs).filter((size) => size > 0);
  const high = sizes.reduce((most, size) => Math.max(most, size), 0);
  const unit = median(sizes);
  const most = Math.asinh(high / unit);
  return withColors({
    low: -high,
    high,
    placeOf: (value) => (value === 0 ? 0.5 : 0.5 + Math.asinh(value / unit) / most / 2),
    rgbOf: (place) => colorOf("rdbu", place),
  });
}

function logScale(values: readonly number[], rgbOf: (place: number) => RGB): LayerScale {
  const positive = values.filter((value) => value > 0);
  const low = positive.reduce((least, value) => Math.min(least, value), Infinity);
  const high = positive.reduce((most, value) => Math.max(most, value), 0);
  const reach = Math.log(high) - Math.log(low);
  return withColors({
    low: positive.length === 0 ? NaN : low,
    high: positive.length === 0 ? NaN : high,
    placeOf: (value) => (reach > 0 ? (Math.log(value) - Math.log(low)) / reach : 0.5),
    rgbOf,
  });
}

function withColors(scale: Omit<LayerScale, "colors">): LayerScale {
  const colors = Array.from({ length: 17 }, (_, i) => hexOf(scale.rgbOf(i / 16)));
  return { ...scale, colors };
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}

export function painted(
  series: readonly (RecordSeries | null)[],
  grid: LayerGrid,
  statistic: Statistic,
): Painted {
  const columns = grid.first.length;
  const values = new Float64Array(grid.record.length).fill(NaN);
  const crossed = new Uint8Array(grid.record.length);
  grid.record.forEach((record, i) => {
    const each = series[Math.floor(i / columns)] ?? null;
    if (record < 0 || each === null) return;
    const stats = statsAt(each, record);
    values[i] = valueOf(stats, statistic);
    if (statistic !== "nonfinite" && shareOfNonFinite(stats) > 0) crossed[i] = 1;
  });
  const seen = (value: number, i: number): boolean => Number.isFinite(value) && crossed[i] !== 1;
  const scale = scaleOf([...values].filter(seen), statistic);
  const colors = new Uint8ClampedArray(4 * values.length);
  let hasZero = false;
  values.forEach((value, i) => {
    if (crossed[i] === 1) colors.set([...oddColor, 255], 4 * i);
    else if (!Number.isFinite(value)) return;
    else if (statistic !== "mean" && value === 0) {
      hasZero = true;
      colors.set([...zeroColor, 255], 4 * i);
    } else colors.set([...scale.rgbOf(scale.placeOf(value)), 255], 4 * i);
  });
  return { scale, colors, crossed, hasOdd: crossed.includes(1), hasZero };
}
