/** Which curves squeeze the others into a small part of a chart's height. */

import type { ChartRange } from "../common/scales";

/** Less of the height than this is too little to read curves by. */
const FEWEST = 1 / 5;

/**
 * The fewest curves without which the height would be less than a fifth of what it is: one of two, or fewer than half.
 * Where the others are one level line, there is nothing to read in them, and none squeezes them.
 * @param ranges - the lowest and highest value of each, above 0 on a logarithmic axis; null: it has none.
 * @returns their positions.
 */
export function squeezing(
  ranges: readonly (ChartRange | null)[],
  isLog: boolean,
): ReadonlySet<number> {
  const drawn = ranges.flatMap((range, at) => {
    if (range === null) return [];
    const [low, high] = isLog ? [Math.log(range[0]), Math.log(range[1])] : range;
    return [{ at, low, high }];
  });
  const most = drawn.length === 2 ? 1 : Math.ceil(drawn.length / 2) - 1;
  const above = outermost(drawn, most, (one, other) => other.high - one.high);
  const below = outermost(drawn, most, (one, other) => one.low - other.low);
  if (above.length === 0 || (below.length > 0 && below.length < above.length))
    return new Set(below);
  return new Set(above);
}

interface Span {
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

/** The first ones of an order that squeeze the rest, at most so many; none if they do not. */
function outermost(
  spans: readonly Span[],
  most: number,
  order: (one: Span, other: Span) => number,
): readonly number[] {
  const sorted = [...spans].sort(order);
  let [low, high] = [Infinity, -Infinity];
  let fewest: number | null = null;
  const whole = heightOf(spans);
  for (let i = sorted.length - 1; i > 0; i--) {
    low = Math.min(low, sorted[i]?.low ?? low);
    high = Math.max(high, sorted[i]?.high ?? high);
    const isLevel = high - low <= Math.max(Math.abs(low), Math.abs(high)) * 1e-12;
    if (i <= most && !isLevel && high - low < FEWEST * whole) fewest = i;
  }
  return fewest === null ? [] : sorted.slice(0, fewest).map(({ at }) => at);
}

function heightOf(spans: readonly Span[]): number {
  let [low, high] = [Infinity, -Infinity];
  for (const span of spans) {
    low = Math.min(low, span.low);
    high = Math.max(high, span.high);
  }
  return high - low;
}
