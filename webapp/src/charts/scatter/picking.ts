/** Which points are meant: by a place, or by a line drawn around them. Pure. */

import type { Point } from "../shapes/shapes";

/**
 * The point nearest to a place.
 * @param places - of all points in CSS pixels, [2 N]; NaN: not to be seen.
 * @param sizes - [N]; a point of size 0 is hidden.
 * @param reach - CSS pixels beyond which nothing is meant.
 * @returns its position, or -1.
 */
export function nearest(
  places: Float32Array,
  sizes: Float32Array,
  { x, y }: Point,
  reach: number,
): number {
  let best = -1;
  let least = reach * reach;
  for (let i = 0; i < sizes.length; i++) {
    const dx = (places[2 * i] as number) - x;
    const dy = (places[2 * i + 1] as number) - y;
    const square = dx * dx + dy * dy;
    // Of points in one place the last is meant: it is drawn on top.
    if (square <= least && sizes[i] !== 0) {
      least = square;
      best = i;
    }
  }
  return best;
}

/** The points inside of a closed line (even-odd rule), in their order. */
export function enclosed(
  places: Float32Array,
  sizes: Float32Array,
  line: readonly Point[],
): Int32Array {
  const left = Math.min(...line.map((corner) => corner.x));
  const right = Math.max(...line.map((corner) => corner.x));
  const top = Math.min(...line.map((corner) => corner.y));
  const bottom = Math.max(...line.map((corner) => corner.y));
  const found: number[] = [];
  if (line.length < 3) return new Int32Array(0);
  for (let i = 0; i < sizes.length; i++) {
    const x = places[2 * i] as number;
    const y = places[2 * i + 1] as number;
    if (!(x >= left && x <= right && y >= top && y <= bottom) || sizes[i] === 0) continue;
    if (isInside(x, y, line)) found.push(i);
  }
  return Int32Array.from(found);
}

function isInside(x: number, y: number, line: readonly Point[]): boolean {
  let inside = false;
  let before = line[line.length - 1] as Point;
  for (const corner of line) {
    const crosses = corner.y > y !== before.y > y;
    const at = ((before.x - corner.x) * (y - corner.y)) / (before.y - corner.y) + corner.x;
    if (crosses && x < at) inside = !inside;
    before = corner;
  }
  return inside;
}
