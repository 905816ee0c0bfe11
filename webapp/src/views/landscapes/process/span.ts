/** From where to where colors and heights go, and along which scale. */

import { leastPositive, range, type Range } from "../../../lib/landscape/range";
import type { Cut } from "../cut";
import { beyondOf, chosenScale, type Beyond, type Scale, type ScaleWish } from "../scale";

export interface Span {
  readonly range: Range;
  readonly scale: Scale;
  /** Why the scale is not as it was wished, or not for all values. */
  readonly note: "noPositive" | "someNegative" | null;
  readonly beyond: Beyond;
}

/** What was wished for; ends that are null are found by themselves. */
export interface Wish {
  readonly scale: ScaleWish;
  readonly cut: Cut;
  readonly min: number | null;
  readonly max: number | null;
}

/** @returns null: no value is finite. */
export function spanOf({ values }: { readonly values: Float64Array }, wish: Wish): Span | null {
  const { cut, min, max } = wish;
  const { scale: wished, share } = chosenScale(wish.scale, cut, [values]);
  const found = range([values], share);
  if (found === null) return null;
  const least = leastPositive([values]);
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
  const shown = first < last ? { min: first, max: last } : padded(first);
  return { range: shown, scale, note, beyond: beyondOf([values], shown.max) };
}

function padded(value: number): Range {
  const by = Math.max(Math.abs(value) * 0.05, 1e-6);
  return { min: value > 0 ? Math.max(value - by, value / 2) : value - by, max: value + by };
}
