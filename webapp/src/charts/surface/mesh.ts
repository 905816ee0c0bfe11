/** Grids as triangles: places, normals, and how much of each shows. Pure. */

import { HOLE, INTERPOLATED } from "../../lib/landscape/fill";
import { halves, placeOn, type SurfaceFrame } from "./frame";
import type { SurfaceGrid } from "./types";

/** All surfaces of a scene in one, so that they can be sorted together. */
export interface SurfaceMesh {
  /** x, y, z of each vertex, in the scene. */
  readonly positions: Float32Array;
  /** Of length 1, upwards. */
  readonly normals: Float32Array;
  /** Two of each vertex: the position of its grid, which has a row of colors, and how much of it shows, 0..255. */
  readonly looks: Uint8Array;
  /** Three vertices of each triangle. */
  readonly triangles: Uint32Array;
  /** The first vertex of each grid, and one more for the end. */
  readonly first: readonly number[];
}

export interface SurfaceMeshLook {
  /** 0..1 */
  readonly opacity: number;
}

/** How much of an interpolated point shows, of one that was computed. */
const faint = 0.42;
/** Points around one that count for how much of it shows, on each side. */
const around = 2;

export function meshOf(
  grids: readonly SurfaceGrid[],
  frame: SurfaceFrame,
  look: SurfaceMeshLook,
): SurfaceMesh {
  const first = [0];
  for (const grid of grids) first.push((first.at(-1) ?? 0) + grid.x.length * grid.y.length);
  const count = first.at(-1) ?? 0;
  const positions = new Float32Array(3 * count);
  const normals = new Float32Array(3 * count);
  const looks = new Uint8Array(2 * count);
  const triangles: number[] = [];
  grids.forEach((grid, i) => {
    const from = first[i] ?? 0;
    place(grid, frame, positions, from);
    addNormals(grid, positions, normals, from);
    addLooks(grid, i, look, looks.subarray(2 * from));
    addTriangles(grid, from, triangles);
  });
  return { positions, normals, looks, triangles: Uint32Array.from(triangles), first };
}

function place(
  grid: SurfaceGrid,
  frame: SurfaceFrame,
  positions: Float32Array,
  from: number,
): void {
  const { x, y, values } = grid;
  // Far beyond the box single precision would tear neighbors apart.
  const most = 50 * Math.max(...halves(frame));
  // What lies below the range lies at its end: a valley that is cut off would look like a hole.
  const least = placeOn(frame.z, frame.tint.min);
  const xs = x.map((each) => placeOn(frame.x, each));
  for (let row = 0, at = 0; row < y.length; row++) {
    const py = placeOn(frame.y, y[row] ?? 0);
    for (let column = 0; column < x.length; column++, at++) {
      const z = placeOn(frame.z, values[at] ?? NaN);
      positions[3 * (from + at)] = xs[column] ?? 0;
      positions[3 * (from + at) + 1] = py;
      positions[3 * (from + at) + 2] = Number.isNaN(z) ? least : Math.min(most, Math.max(least, z));
    }
  }
}

/** From the slopes between neighbors on both sides, or on the one that there is. */
function addNormals(
  { x, y, mask }: SurfaceGrid,
  positions: Float32Array,
  normals: Float32Array,
  from: number,
): void {
  const [wide, high] = [x.length, y.length];
  const isThere = (row: number, column: number) =>
    row >= 0 && row < high && column >= 0 && column < wide && mask[row * wide + column] !== HOLE;
  const slope = (row: number, column: number, axis: 0 | 1): number => {
    const [dr, dc] = axis === 0 ? [0, 1] : [1, 0];
    const before = isThere(row - dr, column - dc) ? 1 : 0;
    const after = isThere(row + dr, column + dc) ? 1 : 0;
    if (before + after === 0) return 0;
    const a = 3 * (from + (row - before * dr) * wide + column - before * dc);
    const b = 3 * (from + (row + after * dr) * wide + column + after * dc);
    const run = (positions[b + axis] ?? 0) - (positions[a + axis] ?? 0);
    return run === 0 ? 0 : ((positions[b + 2] ?? 0) - (positions[a + 2] ?? 0)) / run;
  };
  for (let row = 0, at = 3 * from; row < high; row++) {
    for (let column = 0; column < wide; column++, at += 3) {
      const [dx, dy] = [slope(row, column, 0), slope(row, column, 1)];
      const length = Math.hypot(dx, dy, 1);
      normals[at] = -dx / length;
      normals[at + 1] = -dy / length;
      normals[at + 2] = 1 / length;
    }
  }
}

function addLooks(grid: SurfaceGrid, row: number, look: SurfaceMeshLook, looks: Uint8Array): void {
  const { opacity = look.opacity } = grid;
  const shares = computedShares(grid);
  for (let at = 0; at < grid.values.length; at++) {
    const shown = shares === null ? 1 : faint + (1 - faint) * (shares[at] ?? 0);
    looks[2 * at] = row;
    looks[2 * at + 1] = Math.round(255 * opacity * shown);
  }
}

/**
 * How many of the points around each are computed, 0..1; null: all of them. Points come scattered,
 * from coarse to fine: each by itself they would be speckles.
 */
function computedShares({ x, y, mask }: SurfaceGrid): Float32Array | null {
  if (!mask.includes(INTERPOLATED)) return null;
  const [wide, high] = [x.length, y.length];
  return Float32Array.from(mask, (_, at) => {
    const [row, column] = [Math.floor(at / wide), at % wide];
    let [computed, all] = [0, 0];
    for (let r = Math.max(0, row - around); r <= Math.min(high - 1, row + around); r++) {
      for (let c = Math.max(0, column - around); c <= Math.min(wide - 1, column + around); c++) {
        all++;
        if (mask[r * wide + c] !== INTERPOLATED) computed++;
      }
    }
    return computed / all;
  });
}

/** Two for each cell with four corners, one where a corner is a hole. */
function addTriangles({ x, y, mask }: SurfaceGrid, from: number, out: number[]): void {
  const wide = x.length;
  for (let row = 0; row + 1 < y.length; row++) {
    for (let column = 0; column + 1 < wide; column++) {
      const at = row * wide + column;
      const corners = [at, at + 1, at + wide + 1, at + wide].filter((i) => mask[i] !== HOLE);
      const [a, b, c, d] = corners.map((i) => from + i);
      if (a === undefined || b === undefined || c === undefined) continue;
      out.push(a, b, c);
      if (d !== undefined) out.push(a, c, d);
    }
  }
}
