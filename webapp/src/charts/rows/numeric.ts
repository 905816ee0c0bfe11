/** Axes of numbers: from values to shares of the axis, and back. */

import { shortNumber } from "../../lib/numbers";
import { logTicks, numberTicks } from "../../lib/ticks";
import type { Tick } from "./types";

/** Both ways rise. */
export interface NumberMap {
  shareOf(value: number): number;
  valueAt(share: number): number;
  ticks(count: number): readonly Tick[];
}

/** @param sorted - finite, rising; positive for a logarithmic one. At least one. */
export function numberMap(name: "linear" | "log" | "quantile", sorted: Float64Array): NumberMap {
  if (name === "quantile") return quantileMap(sorted);
  const [low, high] = [sorted[0] ?? 0, sorted[sorted.length - 1] ?? 0];
  return name === "log" ? logMap(low, high) : linearMap(low, high, sorted.every(Number.isInteger));
}

function labeled(
  { at, labels }: { at: readonly number[]; labels: readonly string[] },
  shareOf: (value: number) => number,
): Tick[] {
  return at.map((value, i) => ({ share: shareOf(value), label: labels[i] ?? "" }));
}

/** One value alone lies in the middle. */
function alone(value: number): NumberMap {
  return {
    shareOf: (other) => (other === value ? 0.5 : other < value ? -1 : 2),
    valueAt: () => value,
    ticks: () => [{ share: 0.5, label: shortNumber(value) }],
  };
}

/** @param whole - no tick between integers. */
function linearMap(low: number, high: number, whole: boolean): NumberMap {
  if (!(high > low)) return alone(low);
  // Halves: the width of a range may be more than the largest number.
  const half = high / 2 - low / 2;
  const shareOf = (value: number): number => (value / 2 - low / 2) / half;
  return {
    shareOf,
    // Exact at both ends: a brush over all of it holds all.
    valueAt: (share) => (share >= 1 ? high : share <= 0 ? low : low + 2 * half * share),
    ticks: (count) => labeled(numberTicks(low, high, count, whole), shareOf),
  };
}

function logMap(low: number, high: number): NumberMap {
  if (!(high > low)) return alone(low);
  const [from, to] = [Math.log(low), Math.log(high)];
  const shareOf = (value: number): number =>
    value > 0 ? (Math.log(value) - from) / (to - from) : -Infinity;
  return {
    shareOf,
    valueAt: (share) =>
      share >= 1 ? high : share <= 0 ? low : Math.exp(from + share * (to - from)),
    ticks: (count) => labeled(logTicks(low, high, count), shareOf),
  };
}

/** By rank: equal values share the middle of their ranks, and between two values it is linear. */
function quantileMap(sorted: Float64Array): NumberMap {
  const [values, shares] = ranks(sorted);
  const last = values.length - 1;
  if (last === 0) return alone(values[0] ?? 0);
  const shareOf = (value: number): number => {
    if (value < (values[0] as number)) return -1;
    if (value > (values[last] as number)) return 2;
    return between(values, shares, value);
  };
  const valueAt = (share: number): number => between(shares, values, share);
  return {
    shareOf,
    valueAt,
    ticks(count) {
      const parts = count >= 8 ? 8 : count >= 4 ? 4 : 2;
      const at = Array.from({ length: parts + 1 }, (_, i) => nearestOf(shares, i / parts));
      return [...new Set(at)].map((i) => ({
        share: shares[i] as number,
        label: shortNumber(values[i] as number, 3),
      }));
    },
  };
}

/** Each value once, and the middle of its ranks, from 0 for the first to 1 for the last one. */
function ranks(sorted: Float64Array): readonly [Float64Array, Float64Array] {
  const values: number[] = [];
  const middles: number[] = [];
  for (let i = 0; i < sorted.length;) {
    let end = i + 1;
    while (end < sorted.length && sorted[end] === sorted[i]) end++;
    values.push(sorted[i] as number);
    middles.push((i + end - 1) / 2);
    i = end;
  }
  const [first, last] = [middles[0] ?? 0, middles[middles.length - 1] ?? 0];
  const size = last - first || 1;
  return [Float64Array.from(values), Float64Array.from(middles, (each) => (each - first) / size)];
}

/** The position of the last item that is at most `x`; at least 0. */
function before(rising: Float64Array, x: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rising[middle] as number) <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** `to` at the place of `x` in `from`; its ends beyond them. */
function between(from: Float64Array, to: Float64Array, x: number): number {
  const i = Math.min(before(from, x), from.length - 2);
  const [left, right] = [from[i] as number, from[i + 1] as number];
  const share = Math.min(1, Math.max(0, (x - left) / (right - left)));
  const [low, high] = [to[i] as number, to[i + 1] as number];
  return share === 0 ? low : share === 1 ? high : low + (high - low) * share;
}

function nearestOf(rising: Float64Array, x: number): number {
  const i = before(rising, x);
  const [left, right] = [rising[i] as number, rising[i + 1] ?? Infinity];
  return x - left <= right - x ? i : i + 1;
}
