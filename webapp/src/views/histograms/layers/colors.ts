/** The colors of layers by steps, and the scale that says what they mean. */

import type { RecordSeries } from "../../../api/records";
import {
  logScale,
  oddColor,
  withColors,
  zeroColor,
  type LayerScale,
} from "../../../cards/layers/scale";
import { colorOf } from "../../../lib/palettes";
import { shareOfNonFinite, statsAt, valueOf, type LayerGrid, type Statistic } from "./grid";

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
