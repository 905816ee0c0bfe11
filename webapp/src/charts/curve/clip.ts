/** Lines cut off at the edges of a rectangle: also a file has nothing beyond them. */

import type { ShapeBox } from "./types";

/**
 * @param points - x, y, x, y...
 * @returns the parts within the box, in order.
 */
export function clipped(points: Float64Array, box: ShapeBox): Float64Array[] {
  const parts: Float64Array[] = [];
  let part: number[] = [];
  const finish = (): void => {
    if (part.length > 2) parts.push(Float64Array.from(part));
    part = [];
  };
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = points.subarray(i, i + 4);
    const inside = segment(ax, ay, bx, by, box);
    if (inside === null) {
      finish();
      continue;
    }
    const [from, to] = inside;
    if (from > 0) finish();
    if (part.length === 0) part.push(ax + from * (bx - ax), ay + from * (by - ay));
    part.push(ax + to * (bx - ax), ay + to * (by - ay));
    if (to < 1) finish();
  }
  finish();
  return parts;
}

/** Liang and Barsky 1984: which share of a segment lies within; null: none. */
function segment(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  { left, top, width, height }: ShapeBox,
): [from: number, to: number] | null {
  let [from, to] = [0, 1];
  const sides = [
    [ax - bx, ax - left],
    [bx - ax, left + width - ax],
    [ay - by, ay - top],
    [by - ay, top + height - ay],
  ] as const;
  for (const [direction, distance] of sides) {
    if (direction === 0) {
      if (distance < 0) return null;
      continue;
    }
    const share = distance / direction;
    if (direction < 0) from = Math.max(from, share);
    else to = Math.min(to, share);
  }
  return from <= to ? [from, to] : null;
}
