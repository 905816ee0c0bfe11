/** Isolines and the areas between them, in the unit of the axes. */

import { contours } from "d3-contour";
import { COMPUTED, HOLE } from "../../lib/landscape/fill";
import { memoOf } from "../common/memo";
import type { ContourGrid } from "./types";

/** A part of an isoline, x, y, x, y... */
export interface Piece {
  readonly points: Float64Array;
  /** It crosses cells with a corner that is not computed yet. */
  readonly faint: boolean;
}

export interface Contour {
  readonly level: number;
  /** Where values are at least the level: closed rings; a ring inside another leaves out. */
  readonly rings: readonly Float64Array[];
  /** The line itself: without the edge of the grid, and without cells that have a hole. */
  readonly pieces: readonly Piece[];
}

type Field = Pick<ContourGrid, "x" | "y" | "values" | "mask">;

const traced = memoOf<Float64Array, readonly Contour[]>();

/** Traced once for each grid of values and its levels. */
export function traceOf(grid: Field, levels: readonly number[]): readonly Contour[] {
  return traced(grid.values, levels, () => trace(grid, levels));
}

export function trace(grid: Field, levels: readonly number[]): Contour[] {
  const { x, y } = grid;
  if (x.length < 2 || y.length < 2) return [];
  const whole = withoutHoles(grid);
  // The library's types know plain arrays only; it reads by index.
  const values = whole as unknown as number[];
  const make = contours().size([x.length, y.length]);
  const cells = cellsOf(grid);
  return levels.map((level) => {
    const rings = make
      .contour(values, level)
      .coordinates.flat()
      .map((ring) => inGrid(ring, x.length, y.length));
    return {
      level,
      rings: rings.map((ring) => inUnits(ring, x, y)),
      pieces: rings.flatMap((ring) => piecesOf(ring, cells, x, y)),
    };
  });
}

/** Positions in the grid, u, v, u, v...: the library has points in the middle of cells, and a frame around. */
function inGrid(ring: readonly (readonly number[])[], columns: number, rows: number): Float64Array {
  const placed = new Float64Array(2 * ring.length);
  ring.forEach(([u = 0, v = 0], i) => {
    placed[2 * i] = Math.min(columns - 1, Math.max(0, u - 0.5));
    placed[2 * i + 1] = Math.min(rows - 1, Math.max(0, v - 0.5));
  });
  return placed;
}

function inUnits(ring: Float64Array, x: Float64Array, y: Float64Array): Float64Array {
  return ring.map((at, i) => coordinate(i % 2 === 0 ? x : y, at));
}

/** Between the coordinates of an axis, linearly. */
function coordinate(axis: Float64Array, at: number): number {
  const left = Math.min(axis.length - 2, Math.floor(at));
  const [from, to] = [axis[left] as number, axis[left + 1] as number];
  return from + (to - from) * (at - left);
}

/** What is between four points: the least that any of them is. */
interface Cells {
  readonly mask: Uint8Array;
  readonly columns: number;
  readonly rows: number;
}

export function cellsOf({ x, y, mask }: Pick<Field, "x" | "y" | "mask">): Cells {
  const [columns, rows] = [x.length - 1, y.length - 1];
  const cells = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * x.length + column;
      const corners = [mask[at], mask[at + 1], mask[at + x.length], mask[at + x.length + 1]];
      cells[row * columns + column] = Math.min(...corners.map((each) => each ?? HOLE));
    }
  }
  return { mask: cells, columns, rows };
}

/** Of a step along the edge of the grid, which is not a part of the line. */
const EDGE = -1;

function sortOf(ring: Float64Array, i: number, { mask, columns, rows }: Cells): number {
  const [u, v, toU, toV] = ring.subarray(2 * i, 2 * i + 4) as unknown as number[];
  if (u === undefined || v === undefined || toU === undefined || toV === undefined) return EDGE;
  if (u === toU && (u === 0 || u === columns)) return EDGE;
  if (v === toV && (v === 0 || v === rows)) return EDGE;
  const column = Math.min(columns - 1, Math.floor((u + toU) / 2));
  const row = Math.min(rows - 1, Math.floor((v + toV) / 2));
  return mask[row * columns + column] ?? EDGE;
}

function piecesOf(ring: Float64Array, cells: Cells, x: Float64Array, y: Float64Array): Piece[] {
  const steps = ring.length / 2 - 1;
  const kinds = Array.from({ length: steps }, (_, i) => sortOf(ring, i, cells));
  const change = kinds.findIndex((kind, i) => kind !== kinds[(i + steps - 1) % steps]);
  // Where a ring begins is nothing: a piece that runs over its ends stays whole.
  const first = Math.max(0, change);
  const pieces: Piece[] = [];
  for (let from = 0; from < steps;) {
    const kind = kinds[(first + from) % steps] as number;
    let to = from + 1;
    while (to < steps && kinds[(first + to) % steps] === kind) to++;
    if (kind !== EDGE && kind !== HOLE) {
      const points = new Float64Array(2 * (to - from + 1));
      for (let i = from; i <= to; i++) {
        // The last point of a ring is its first one again.
        const at = (first + i) % steps;
        points[2 * (i - from)] = coordinate(x, ring[2 * at] as number);
        points[2 * (i - from) + 1] = coordinate(y, ring[2 * at + 1] as number);
      }
      pieces.push({ points, faint: kind !== COMPUTED });
    }
    from = to;
  }
  return pieces;
}

/** Holes get the heights around them: lines may run beneath what is drawn over holes, not jump there. */
function withoutHoles({ x, y, values, mask }: Field): Float64Array {
  let edge = indexesOf(mask, HOLE);
  if (edge.length === 0) return values;
  const whole = values.slice();
  const isKnown = mask.map((each) => (each === HOLE ? 0 : 1));
  while (edge.length > 0) {
    const found: (readonly [number, number])[] = [];
    for (const i of edge) {
      const height = meanAround(whole, isKnown, i, x.length, y.length);
      if (height !== null) found.push([i, height]);
    }
    if (found.length === 0) return whole.map((value) => (Number.isFinite(value) ? value : 0));
    for (const [i, height] of found) {
      whole[i] = height;
      isKnown[i] = 1;
    }
    edge = edge.filter((i) => isKnown[i] === 0);
  }
  return whole;
}

function indexesOf(mask: Uint8Array, kind: number): number[] {
  const found: number[] = [];
  mask.forEach((each, i) => {
    if (each === kind) found.push(i);
  });
  return found;
}

function meanAround(
  values: Float64Array,
  isKnown: Uint8Array,
  at: number,
  columns: number,
  rows: number,
): number | null {
  const [column, row] = [at % columns, Math.floor(at / columns)];
  let [sum, count] = [0, 0];
  for (let down = -1; down <= 1; down++) {
    for (let across = -1; across <= 1; across++) {
      const [u, v] = [column + across, row + down];
      if (u < 0 || v < 0 || u >= columns || v >= rows) continue;
      const i = v * columns + u;
      if (isKnown[i] !== 1) continue;
      sum += values[i] as number;
      count++;
    }
  }
  return count === 0 ? null : sum / count;
}
