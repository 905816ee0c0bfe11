/** Paths on a surface: between two snapshots they follow its slopes. Pure. */

import { valueAt } from "../../lib/landscape/value";
import { placed, type SurfaceFrame } from "./frame";
import type { SurfaceGrid, SurfacePath } from "./types";

export interface Route {
  /** Both ends of each piece: x, y, z, x, y, z... */
  readonly pieces: Float32Array;
  /** Where on the way each piece ends: snapshot 2.5 is halfway from the third to the fourth. */
  readonly reached: Float32Array;
  /** Of each snapshot on the plane, [3 K]; NaN where it has no height. */
  readonly dots: Float32Array;
  /** Of each snapshot at its true loss, [3 K]; NaN where it is not known. */
  readonly truths: Float32Array;
}

/** Pieces between two snapshots at most. */
const most = 48;

/** @param lift - added to every height, in the scene, so that the path lies above the surface. */
export function routeOf(
  path: SurfacePath,
  grid: SurfaceGrid | undefined,
  frame: SurfaceFrame,
  lift: number,
): Route {
  const count = path.x.length;
  const surface = (x: number, y: number) => (grid === undefined ? NaN : valueAt(grid, x, y));
  const under = Array.from({ length: count }, (_, k) =>
    surface(path.x[k] ?? NaN, path.y[k] ?? NaN),
  );
  const heights = under.map((height, k) => {
    const loss = path.loss[k] ?? NaN;
    return Number.isNaN(loss) ? height : loss;
  });
  const lifted = (x: number, y: number, z: number) => {
    const [px, py, pz] = placed(frame, x, y, z);
    return [px, py, pz + lift] as const;
  };
  const dots = new Float32Array(3 * count);
  const truths = new Float32Array(3 * count);
  for (let k = 0; k < count; k++) {
    const [x = NaN, y = NaN] = [path.x[k], path.y[k]];
    dots.set(lifted(x, y, heights[k] ?? NaN), 3 * k);
    truths.set(lifted(x, y, path.trueLoss[k] ?? NaN), 3 * k);
  }
  const pieces: number[] = [];
  const reached: number[] = [];
  for (let k = 0; k + 1 < count; k++) {
    const along = way(path, k, grid, surface, heights, under);
    for (let i = 0; i + 1 < along.length; i++) {
      const [from, to] = [along[i], along[i + 1]];
      if (from === undefined || to === undefined) continue;
      const ends = [...lifted(...from), ...lifted(...to)];
      if (!ends.every(Number.isFinite)) continue;
      pieces.push(...ends);
      reached.push(k + (i + 1) / (along.length - 1));
    }
  }
  return {
    pieces: Float32Array.from(pieces),
    reached: Float32Array.from(reached),
    dots,
    truths,
  };
}

type Point = readonly [number, number, number];

/** From one snapshot to the next, as fine as the grid. */
function way(
  { x, y }: SurfacePath,
  k: number,
  grid: SurfaceGrid | undefined,
  surface: (x: number, y: number) => number,
  heights: readonly number[],
  under: readonly number[],
): Point[] {
  const [x0 = NaN, x1 = NaN, y0 = NaN, y1 = NaN] = [x[k], x[k + 1], y[k], y[k + 1]];
  const [z0 = NaN, z1 = NaN] = [heights[k], heights[k + 1]];
  // What the given loss differs from the grid by is spread over the way, so that both ends are right.
  const [off0, off1] = [z0 - (under[k] ?? NaN), z1 - (under[k + 1] ?? NaN)];
  const count = Math.min(most, Math.max(1, Math.ceil(1.5 * cells(grid, x1 - x0, y1 - y0))));
  return Array.from({ length: count + 1 }, (_, i): Point => {
    const share = i / count;
    const [px, py] = [x0 + share * (x1 - x0), y0 + share * (y1 - y0)];
    const draped = surface(px, py) + off0 + share * (off1 - off0);
    return [px, py, Number.isFinite(draped) ? draped : z0 + share * (z1 - z0)];
  });
}

/** How many cells of the grid a step crosses. */
function cells(grid: SurfaceGrid | undefined, dx: number, dy: number): number {
  if (grid === undefined) return 1;
  const across = (list: Float64Array, by: number) =>
    (Math.abs(by) * (list.length - 1)) / ((list[list.length - 1] ?? 1) - (list[0] ?? 0) || 1);
  return Math.max(across(grid.x, dx), across(grid.y, dy)) || 1;
}
