/** Scale along which values are drawn, and how many of the greatest are left out. */

import { range } from "../../lib/landscape/range";
import { robustLogShare, shareOf, type LandscapeCut } from "./cut";

export const SCALES = ["auto", "linear", "log"] as const;
/** `auto`: the one that leaves no plane flat. */
export type ScaleWish = (typeof SCALES)[number];
export type LandscapeScale = Exclude<ScaleWish, "auto">;

export interface LandscapeChosen {
  readonly scale: LandscapeScale;
  /** Share of the values, the greatest ones, that is left out: from 0 to 1. */
  readonly share: number;
}

/** Walls so much higher than half of a plane would leave it in a single color. */
const steep = 15;
/** A logarithm has no place for values that are not above zero: up to this share of them does no harm. */
const mostLost = 0.02;

/** @param grids - that share one range; values that are not finite count for nothing. */
export function chosenScale(
  wish: ScaleWish,
  cut: LandscapeCut,
  grids: readonly Float64Array[],
): LandscapeChosen {
  if (wish !== "auto") return { scale: wish, share: shareOf(cut, wish, grids) };
  const share = cut === "auto" ? robustLogShare(grids) : Number(cut) / 100;
  const top = range(grids, share)?.max ?? NaN;
  // A plane that is not flat can hide another one that is.
  const isBuried = (values: Float64Array): boolean =>
    top > steep * (range([values], 0.5)?.max ?? NaN);
  if (grids.some(isBuried) && grids.every(isPositive)) return { scale: "log", share };
  return { scale: "linear", share: shareOf(cut, "linear", grids) };
}

function isPositive(values: Float64Array): boolean {
  let [above, others] = [0, 0];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value > 0) above++;
    else others++;
  }
  return others <= mostLost * (above + others);
}

/** Values that are greater than a range, and the greatest of them. */
export interface Beyond {
  readonly count: number;
  readonly most: number;
}

/** @param top - of the range; an infinity is no value that a picture could show. */
export function beyondOf(grids: readonly Float64Array[], top: number): Beyond {
  let [count, most] = [0, top];
  for (const values of grids) {
    for (const value of values) {
      if (!(value > top) || value === Infinity) continue;
      count++;
      most = Math.max(most, value);
    }
  }
  return { count, most };
}
