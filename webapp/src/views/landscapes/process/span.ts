/** From where to where colours and heights go, and along which scale. */

import { leastPositive, range, type Range } from "../../../lib/landscape/range";

export interface Span {
  readonly range: Range;
  readonly scale: "linear" | "log";
  /** Why the scale is not as it was wished, or not for all values. */
  readonly note: "noPositive" | "someNegative" | null;
}

/** What was wished for; ends that are null are found by themselves. */
export interface Wish {
  readonly scale: "auto" | "linear" | "log";
  /** Percent of the values, the greatest ones, that are beyond the range. */
  readonly cut: number;
  readonly min: number | null;
  readonly max: number | null;
}

/** @returns null: no value is finite. */
export function spanOf({ values }: { readonly values: Float64Array }, wish: Wish): Span | null {
  const { cut, min, max } = wish;
  const found = range([values], cut / 100);
  if (found === null) return null;
  const least = leastPositive([values]);
  const wished = wish.scale === "auto" ? scaleFor(values, found) : wish.scale;
  const scale = wished === "log" && least !== null ? "log" : "linear";
  const low = min ?? found.min;
  const from = scale === "log" && low <= 0 ? (least ?? low) : low;
  const to = max ?? found.max;
  const all = range([values]);
  const note =
    wished === "linear"
      ? null
      : scale === "linear"
        ? "noPositive"
        : all !== null && all.min <= 0
          ? "someNegative"
          : null;
  // Ends that were typed the wrong way round, or a plane without any slope, still have a range.
  const [first, last] = from <= to ? [from, to] : [to, from];
  return { range: first < last ? { min: first, max: last } : padded(first), scale, note };
}

/** Walls so much higher than half of the plane would leave it in a single colour. */
const steep = 15;

function scaleFor(values: Float64Array, { min, max }: Range): "linear" | "log" {
  const half = range([values], 0.5);
  return min > 0 && half !== null && max > steep * half.max ? "log" : "linear";
}

function padded(value: number): Range {
  const by = Math.max(Math.abs(value) * 0.05, 1e-6);
  return { min: value > 0 ? Math.max(value - by, value / 2) : value - by, max: value + by };
}
