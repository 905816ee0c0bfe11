/** Where the dots of one pair of axes lie. */

import { codeOf } from "../rows/lane";
import type { ColumnScale } from "../rows/types";
import type { ShapeBox, Point } from "./types";

export interface DotCell {
  /** With its gutters: to the left for rows without a place along x, below for those without one along y. */
  readonly box: ShapeBox;
  /** Where shares go from 0 to 1. */
  readonly inner: ShapeBox;
  /** Pixels of one lane. */
  readonly lane: number;
}

/** @param lane - pixels of a lane. @param pad - kept free at the ends, so that no dot is cut. */
export function cellOf(
  box: ShapeBox,
  x: ColumnScale,
  y: ColumnScale,
  lane: number,
  pad: number,
): DotCell {
  const left = x.asides.length * lane;
  const below = y.asides.length * lane;
  return {
    box,
    lane,
    inner: {
      left: box.left + left + pad,
      top: box.top + pad,
      width: Math.max(1, box.width - left - 2 * pad),
      height: Math.max(1, box.height - below - 2 * pad),
    },
  };
}

/** The position of the cell at a place; -1 beside all of them. */
export function cellAt(cells: readonly DotCell[], { x, y }: Point): number {
  return cells.findIndex(
    ({ box }) =>
      x >= box.left && x <= box.left + box.width && y >= box.top && y <= box.top + box.height,
  );
}

export function toPixels({ inner }: DotCell, share: Point): Point {
  return {
    x: inner.left + share.x * inner.width,
    y: inner.top + (1 - share.y) * inner.height,
  };
}

export function toShares({ inner }: DotCell, at: Point): Point {
  return {
    x: (at.x - inner.left) / inner.width,
    y: 1 - (at.y - inner.top) / inner.height,
  };
}

/** The middle of the lane at a position among the axis' lanes. */
export function laneX({ box, lane }: DotCell, position: number): number {
  return box.left + (position + 0.5) * lane;
}

export function laneY({ box, inner, lane }: DotCell, y: ColumnScale, position: number): number {
  const below = box.top + box.height - y.asides.length * lane;
  return Math.max(below, inner.top) + (position + 0.5) * lane;
}

/** A number in [-0.5, 0.5) that belongs to a row: its dot stays where it is. */
function spread(row: number, seed: number): number {
  // The finisher of MurmurHash3: rows beside each other, and the seeds, have nothing in common.
  let hash = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 - 0.5;
}

/** Dots of one category lie beside each other, in a part of its band. */
const bandPart = 0.6;
const widest = 60;

/** The places of all rows in pixels: x, y of each, [2 rows]; NaN for those that are not drawn. */
export function placesOf(
  cell: DotCell,
  x: ColumnScale,
  y: ColumnScale,
  drawn: Int32Array,
): Float32Array {
  const places = new Float32Array(2 * x.shares.length).fill(NaN);
  const { inner, lane } = cell;
  const jitter = ({ bands }: ColumnScale, size: number): number =>
    bands === null ? 0 : Math.min(widest, (bandPart * size) / Math.max(1, bands.length));
  const [jitterX, jitterY] = [jitter(x, inner.width), jitter(y, inner.height)];
  const laneXs = x.asides.map((_, i) => laneX(cell, i));
  const laneYs = y.asides.map((_, i) => laneY(cell, y, i));
  const [atX, atY] = [positions(x), positions(y)];
  const thin = lane * bandPart;
  for (const row of drawn) {
    const [codeX, codeY] = [x.lanes[row] as number, y.lanes[row] as number];
    places[2 * row] =
      codeX === 0
        ? inner.left + (x.shares[row] as number) * inner.width + spread(row, 1) * jitterX
        : (laneXs[atX[codeX] as number] as number) + spread(row, 1) * thin;
    places[2 * row + 1] =
      codeY === 0
        ? inner.top + (1 - (y.shares[row] as number)) * inner.height + spread(row, 2) * jitterY
        : (laneYs[atY[codeY] as number] as number) + spread(row, 2) * thin;
  }
  return places;
}

/** By code of a lane, its position among those that the axis has. */
function positions({ asides }: ColumnScale): readonly number[] {
  const at: number[] = [];
  asides.forEach(({ lane }, i) => (at[codeOf(lane)] = i));
  return at;
}

/** The row whose dot is nearest to a place; null: none is near. The last of several is on top. */
export function nearestDot(
  places: Float32Array,
  rows: Int32Array,
  at: Point,
  reach: number,
): number | null {
  let best: number | null = null;
  let least = reach * reach;
  for (const row of rows) {
    const dx = (places[2 * row] as number) - at.x;
    const dy = (places[2 * row + 1] as number) - at.y;
    const square = dx * dx + dy * dy;
    if (square > least) continue;
    least = square;
    best = row;
  }
  return best;
}
