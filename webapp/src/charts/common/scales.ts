/** Between values and places on an axis, and how zooming and panning move its ends. */

/** Both ends. */
export type ChartRange = readonly [number, number];

export interface ChartScale {
  readonly range: ChartRange;
  readonly log: boolean;
}

/** @returns 0 at the lower end, 1 at the upper; NaN for what a log axis can't show. */
export function fraction(scale: ChartScale, value: number): number {
  const [min, max] = scale.range;
  if (!scale.log) return (value - min) / (max - min);
  return value > 0 ? Math.log(value / min) / Math.log(max / min) : NaN;
}

/** The value at a place; the inverse of `fraction`. */
export function valueAt(scale: ChartScale, place: number): number {
  const [min, max] = scale.range;
  return scale.log ? min * (max / min) ** place : min + place * (max - min);
}

/**
 * Brings the ends closer to (`factor` < 1) or further from the value at `place`, which stays there.
 * @returns the old range where the new one would be too narrow for numbers to differ.
 */
export function zoomAround(scale: ChartScale, place: number, factor: number): ChartRange {
  const range: ChartRange = [
    valueAt(scale, place - place * factor),
    valueAt(scale, place + (1 - place) * factor),
  ];
  return isUsable(range) ? range : scale.range;
}

/** Moves both ends by a share of the axis' length. */
export function panBy(scale: ChartScale, share: number): ChartRange {
  const range: ChartRange = [valueAt(scale, share), valueAt(scale, 1 + share)];
  return isUsable(range) ? range : scale.range;
}

/** The part of the axis between two places, whichever comes first. */
export function between(scale: ChartScale, one: number, other: number): ChartRange {
  const range: ChartRange = [
    valueAt(scale, Math.min(one, other)),
    valueAt(scale, Math.max(one, other)),
  ];
  return isUsable(range) ? range : scale.range;
}

function isUsable([min, max]: ChartRange): boolean {
  const size = Math.max(Math.abs(min), Math.abs(max));
  return Number.isFinite(max - min) && max - min > size * 1e-12;
}
