/** How many of the greatest values are left out for the others' sake. */

import { leastPositive, range } from "../../lib/landscape/range";

/** Percent of the values; `auto`: as many as hide all others. */
export const CUTS = ["auto", "0", "1", "5", "10", "25", "50"] as const;
export type LandscapeCut = (typeof CUTS)[number];

/** Shares that are tried, one after the other. */
const shares = [0, 0.01, 0.02, 0.05, 0.1, 0.25] as const;
/** A bowl is about three times as high as its median, a steep one ten times. */
const highest = 15;

/** How many of the greatest values to leave out: walls of a diverging loss hide every valley. */
export function robustShare(values: readonly Float64Array[]): number {
  const median = range(values, 0.5);
  if (median === null) return 0;
  const top = median.min + highest * (median.max - median.min);
  const found = shares.find((share) => (range(values, share)?.max ?? 0) <= top);
  return median.max > median.min ? (found ?? 0.25) : 0;
}

/** On a logarithmic scale: a hundred medians, or as far above the median as twice the way from the least value to it. */
const leastRoom = 100;
/** More values than this are a part of the landscape, and not points at which it diverges. */
const few = 0.1;

/** Share to leave out along a logarithm that nobody wished for: it has room for all but a few points that diverge. */
export function robustLogShare(values: readonly Float64Array[]): number {
  const median = range(values, 0.5)?.max ?? NaN;
  const least = leastPositive(values);
  if (least === null || !(median > 0)) return 0;
  const top = median * Math.max(leastRoom, (median / least) ** 2);
  return shares.find((share) => share <= few && (range(values, share)?.max ?? 0) <= top) ?? 0;
}

/** @returns from 0 to 1. A logarithmic scale that was wished for has room for all of them. */
export function shareOf(
  cut: LandscapeCut,
  scale: "linear" | "log",
  values: readonly Float64Array[],
): number {
  if (cut !== "auto") return Number(cut) / 100;
  return scale === "log" ? 0 : robustShare(values);
}
