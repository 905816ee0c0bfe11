/** Several surfaces over one and the same points, so that it can be seen where they cut each other. */

import { COMPUTED, HOLE, INTERPOLATED } from "../../lib/landscape/fill";
import { nearestIndex, valueAt } from "../../lib/landscape/value";
import type { SurfaceGrid } from "./types";

/** Finer planes than this, along an axis, would take too long to turn. */
const most = 256;
/** Coordinates nearer than this share of the whole are one. */
const apart = 1e-9;

/**
 * The grids at all of their coordinates; null: there is one only, or they would have too many points.
 * @param least - on a logarithmic scale, where between two points it is heights that are linear: the
 *   value at its lower end. null: the scale is linear.
 */
export function overOnePlane(
  grids: readonly SurfaceGrid[],
  least: number | null = null,
): readonly SurfaceGrid[] | null {
  const [first] = grids;
  if (first === undefined || grids.length < 2) return null;
  const [x, y] = [union(grids.map((grid) => grid.x)), union(grids.map((grid) => grid.y))];
  if (x.length > most || y.length > most) return null;
  return grids.map((grid) => {
    const isThere = grid.x.length === x.length && grid.y.length === y.length;
    return isThere ? grid : resampled(grid, x, y, least);
  });
}

function union(lists: readonly Float64Array[]): Float64Array {
  const all = lists.flatMap((list) => [...list]).sort((a, b) => a - b);
  const least = apart * ((all.at(-1) ?? 0) - (all[0] ?? 0));
  return Float64Array.from(all.filter((value, i) => i === 0 || value - (all[i - 1] ?? 0) > least));
}

function resampled(
  grid: SurfaceGrid,
  x: Float64Array,
  y: Float64Array,
  least: number | null,
): SurfaceGrid {
  const heights =
    least === null
      ? grid
      : { ...grid, values: grid.values.map((v) => Math.log(Math.max(v, least))) };
  const values = new Float64Array(x.length * y.length);
  const mask = new Uint8Array(values.length);
  y.forEach((py, row) => {
    const near = nearestIndex(grid.y, py) * grid.x.length;
    x.forEach((px, column) => {
      const at = row * x.length + column;
      const height = valueAt(heights, px, py);
      const value = least === null ? height : Math.exp(height);
      values[at] = value;
      const of = grid.mask[near + nearestIndex(grid.x, px)];
      mask[at] = Number.isNaN(value) ? HOLE : of === INTERPOLATED ? INTERPOLATED : COMPUTED;
    });
  });
  return { ...grid, x, y, values, mask };
}
