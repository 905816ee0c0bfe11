/** Scales of colors for pictures of layers by steps. */

import { hexOf, type RGB } from "../../lib/palettes";

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

export function linearScale(values: Iterable<number>, rgbOf: (place: number) => RGB): LayerScale {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const isThere = low <= high;
  return withColors({
    low: isThere ? low : NaN,
    high: isThere ? high : NaN,
    placeOf: (value) => (high > low ? (value - low) / (high - low) : 0.5),
    rgbOf,
  });
}

/** Of the values above zero. */
export function logScale(values: readonly number[], rgbOf: (place: number) => RGB): LayerScale {
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

export function withColors(scale: Omit<LayerScale, "colors">): LayerScale {
  const colors = Array.from({ length: 17 }, (_, i) => hexOf(scale.rgbOf(i / 16)));
  return { ...scale, colors };
}
