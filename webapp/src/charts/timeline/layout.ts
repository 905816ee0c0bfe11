/** Where lanes and their levels lie, and which rectangles are drawn. */

import type { Group, TimelineLane, Slices, TimelineWindow } from "./types";

/** Heights in pixels. */
export const LEVEL = 17;
export const TITLE = 20;
export const HEAD = 26;
const GAP = 5;

export interface Row {
  readonly lane: TimelineLane;
  /** Of its title; its levels begin below it. */
  readonly top: number;
  readonly height: number;
}

/** The title of a group. */
export interface Head {
  readonly group: Group;
  readonly top: number;
}

export interface TimelineLayout {
  readonly heads: readonly Head[];
  readonly rows: readonly Row[];
  readonly byLane: ReadonlyMap<number, Row>;
  readonly height: number;
}

/** @param groups - none: the lanes lie below each other as they are. */
export function layoutOf(
  lanes: readonly TimelineLane[],
  groups: readonly Group[] = [],
): TimelineLayout {
  const heads: Head[] = [];
  const rows: Row[] = [];
  let top = 0;
  const place = (those: readonly TimelineLane[]): void => {
    for (const lane of those) {
      const levels = lane.isClosed ? Math.min(1, lane.levels) : lane.levels;
      const height = TITLE + levels * LEVEL + GAP;
      rows.push({ lane, top, height });
      top += height;
    }
  };
  if (groups.length === 0) place(lanes);
  for (const group of groups) {
    heads.push({ group, top });
    top += HEAD;
    if (!group.isClosed) place(lanes.filter((lane) => lane.group === group.key));
  }
  return { heads, rows, byLane: new Map(rows.map((row) => [row.lane.index, row])), height: top };
}

/** The group at so many pixels from the top; null: none. */
export function groupAt({ heads }: TimelineLayout, y: number): number | null {
  return heads.findLast(({ top }) => top <= y)?.group.key ?? null;
}

/** Pixels from the top of all lanes; null: it is not drawn. */
export function topOf({ byLane }: TimelineLayout, lane: number, depth: number): number | null {
  const row = byLane.get(lane);
  if (row === undefined || depth < 0 || (row.lane.isClosed && depth > 0)) return null;
  return row.top + TITLE + depth * LEVEL;
}

export interface Rectangles {
  readonly count: number;
  /** x and width in pixels of the window, y from the top of all lanes. */
  readonly x: Float64Array;
  readonly width: Float64Array;
  readonly y: Float64Array;
  /** Share that is covered, from 0 to 1. */
  readonly covered: Float64Array;
  /** Place of the longest slice of each. */
  readonly slice: Int32Array;
}

/** What is seen of a layout, in pixels from its top. */
export interface Seen {
  readonly window: TimelineWindow;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * The rectangles of what is seen: `most` of them at most. Neighbors of a level that are narrower than
 * a pixel are drawn as one, of the longest one's color, and as strong as they cover it.
 */
export function rectangles(
  slices: Slices,
  layout: TimelineLayout,
  seen: Seen,
  most = 6000,
): Rectangles {
  for (let narrow = 1; ; narrow *= 2) {
    const found = merged(slices, layout, seen, narrow, most);
    if (found !== null) return found;
  }
}

/** @param narrow - pixels below which neighbors become one. @returns null: more than `most`. */
function merged(
  slices: Slices,
  layout: TimelineLayout,
  { window, width, top, bottom }: Seen,
  narrow: number,
  most: number,
): Rectangles | null {
  const [x, wide, y] = [new Float64Array(most), new Float64Array(most), new Float64Array(most)];
  const [covered, slice] = [new Float64Array(most), new Int32Array(most)];
  const scale = width / (window.end - window.start);
  let count = 0;
  let [lastLane, lastDepth, lastY, longest] = [-1, -1, NaN, 0];
  for (let i = 0; i < slices.lane.length; i++) {
    const [from, to] = [slices.from[i] as number, slices.to[i] as number];
    if (to < window.start || from > window.end) continue;
    const [lane, depth] = [slices.lane[i] as number, slices.depth[i] as number];
    const isSameRow = lane === lastLane && depth === lastDepth;
    if (!isSameRow) {
      [lastLane, lastDepth] = [lane, depth];
      lastY = topOf(layout, lane, depth) ?? NaN;
    }
    if (!(lastY + LEVEL > top && lastY < bottom)) continue;
    const left = Math.max(-1, (from - window.start) * scale);
    const right = Math.min(width + 1, (to - window.start) * scale);
    const share = (right - left) * (slices.covered[i] as number);
    const last = count - 1;
    const isNear =
      isSameRow &&
      last >= 0 &&
      y[last] === lastY &&
      right - left < narrow &&
      left - ((x[last] as number) + (wide[last] as number)) < narrow &&
      (wide[last] as number) < narrow;
    if (isNear) {
      const whole = Math.max(wide[last] as number, right - (x[last] as number));
      const sum = (covered[last] as number) * (wide[last] as number) + share;
      covered[last] = whole > 0 ? Math.min(1, sum / whole) : 1;
      wide[last] = whole;
      if (to - from > longest) [slice[last], longest] = [i, to - from];
      continue;
    }
    if (count === most) return null;
    [x[count], wide[count], y[count]] = [left, right - left, lastY];
    [covered[count], slice[count], longest] = [slices.covered[i] as number, i, to - from];
    count++;
  }
  return { count, x, width: wide, y, covered, slice };
}

/** The slice at a place; of several the innermost pixel's longest. -1: none. */
export function sliceAt(
  { count, x, width, y, slice }: Rectangles,
  at: { readonly x: number; readonly y: number },
): number {
  let found = -1;
  let nearest = 3;
  for (let i = 0; i < count; i++) {
    const top = y[i] as number;
    if (at.y < top || at.y >= top + LEVEL) continue;
    const left = x[i] as number;
    const right = left + Math.max(1, width[i] as number);
    // What is narrow can be pointed at from a few pixels beside it.
    const beside = at.x < left ? left - at.x : Math.max(0, at.x - right);
    if (beside < nearest) [nearest, found] = [beside, slice[i] as number];
    if (beside === 0) break;
  }
  return found;
}

/** The first slice of a window; -1: none. */
export function firstSeen({ from, to }: Slices, { start, end }: TimelineWindow): number {
  return from.findIndex((begin, i) => begin < end && (to[i] as number) > start);
}

/**
 * The next slice from one: on its level, or on the level above or below it. -1: none.
 * @param way - `previous` and `next` in time, `outer` and `inner` in nesting.
 */
export function neighbor(
  slices: Slices,
  from: number,
  way: "previous" | "next" | "outer" | "inner",
): number {
  const [lane, depth] = [slices.lane[from] as number, slices.depth[from] as number];
  const [start, end] = [slices.from[from] as number, slices.to[from] as number];
  const level = way === "outer" ? depth - 1 : way === "inner" ? depth + 1 : depth;
  let [found, nearest] = [-1, Infinity];
  for (let i = 0; i < slices.lane.length; i++) {
    if (i === from || slices.lane[i] !== lane || slices.depth[i] !== level) continue;
    const [its, itsEnd] = [slices.from[i] as number, slices.to[i] as number];
    const away =
      way === "previous"
        ? start - its
        : way === "next"
          ? its - start
          : way === "outer"
            ? its <= start && itsEnd >= start
              ? 0
              : Infinity
            : its >= start && its <= end
              ? its - start
              : Infinity;
    if (away < 0 || (away === 0 && way !== "outer" && way !== "inner")) continue;
    if (away < nearest) [nearest, found] = [away, i];
  }
  return found;
}
