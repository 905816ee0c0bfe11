/** Slices of a few spans, for tests. */

import type { Slices } from "./types";

/** @param spans - lane, depth, start and end of each, in the order of lanes, levels and time. */
export function slicesOf(
  spans: readonly (readonly [lane: number, depth: number, from: number, to: number])[],
): Slices {
  const column = (i: 0 | 1 | 2 | 3): Float64Array => Float64Array.from(spans, (span) => span[i]);
  const ones = new Float64Array(spans.length).fill(1);
  return {
    names: spans.map((_, i) => `event ${i}`),
    lane: column(0),
    depth: column(1),
    from: column(2),
    to: column(3),
    name: Float64Array.from(spans, (_, i) => i),
    colors: ["#306ce2"],
    color: new Float64Array(spans.length),
    event: Float64Array.from(spans, (_, i) => i),
    covered: ones,
    count: ones,
  };
}
