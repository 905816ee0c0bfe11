/** Range and scale of colors and heights. */

import { leastPositive, range, type Range } from "../../../lib/landscape/range";
import type { LandscapeCut } from "../cut";
import { beyondOf, chosenScale, type Beyond, type LandscapeScale, type ScaleWish } from "../scale";

export interface ProcessSpan {
  readonly range: Range;
  readonly scale: LandscapeScale;
  /** Why the scale is not as it was wished, or not for all values. */
  readonly note: "noPositive" | "someNegative" | null;
  readonly beyond: Beyond;
}

/** What was wished for; ends that are null are found by themselves. */
export interface ProcessWish {
  readonly scale: ScaleWish;
  readonly cut: LandscapeCut;
  readonly min: number | null;
  readonly max: number | null;
}

/** A path that begins so many times as high as what is shown otherwise would flatten the valley that it leads to. */
const highest = 10;

/**
 * @param along - losses of paths: what leaves the greatest values out keeps those that a path goes over.
 * @returns null: no value is finite.
 */
export function spanOf(
  { values }: { readonly values: Float64Array },
  wish: ProcessWish,
  along: readonly Float64Array[] = [],
): ProcessSpan | null {
  const { cut, min, max } = wish;
  const { scale: wished, share } = chosenScale(wish.scale, cut, [values]);
  const alone = range([values], share);
  if (alone === null) return null;
  const found = cut === "auto" ? withPaths(alone, values, along) : alone;
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

function withPaths(alone: Range, values: Float64Array, along: readonly Float64Array[]): Range {
  const top = range(along)?.max ?? -Infinity;
  const most = range([values])?.max ?? alone.max;
  const isNear = top <= alone.min + highest * (alone.max - alone.min);
  return isNear ? { min: alone.min, max: Math.max(alone.max, Math.min(top, most)) } : alone;
}

function padded(value: number): Range {
  const by = Math.max(Math.abs(value) * 0.05, 1e-6);
  return { min: value > 0 ? Math.max(value - by, value / 2) : value - by, max: value + by };
}
