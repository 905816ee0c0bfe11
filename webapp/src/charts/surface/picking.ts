/** What a ray meets. */

import { valueAt } from "../../lib/landscape/value";
import { placeOn, valueOn, type SurfaceFrame } from "./frame";
import type { SurfaceMesh } from "./mesh";
import type { SurfaceGrid } from "./types";
import type { Triple } from "../space/direction";

/** Of a ray, in the scene. */
const step = 0.025;
/** So far below a surface a place still lies on it: grids are coarse. */
const slack = 0.03;

export interface SurfaceHit {
  /** Position among the grids. */
  readonly grid: number;
  readonly at: Triple;
  /** In lengths of the ray's direction. */
  readonly distance: number;
  /** Vertices of the triangle that is met. */
  readonly corners: Triple;
}

/**
 * The nearest place where a ray meets a surface below `top` and above `bottom`, from either side.
 * Möller and Trumbore 1997.
 */
export function hit(
  { positions, triangles, first }: SurfaceMesh,
  from: Triple,
  along: Triple,
  bottom: number,
  top: number,
): SurfaceHit | null {
  let best: { distance: number; triangle: number } | null = null;
  const p = (at: number) => positions[at] as number;
  const [ox, oy, oz] = from;
  const [dx, dy, dz] = along;
  for (let i = 0; i < triangles.length; i += 3) {
    const a = 3 * (triangles[i] as number);
    const b = 3 * (triangles[i + 1] as number);
    const c = 3 * (triangles[i + 2] as number);
    const [ax, ay, az] = [p(a), p(a + 1), p(a + 2)];
    const [ux, uy, uz] = [p(b) - ax, p(b + 1) - ay, p(b + 2) - az];
    const [vx, vy, vz] = [p(c) - ax, p(c + 1) - ay, p(c + 2) - az];
    const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
    const det = ux * px + uy * py + uz * pz;
    if (Math.abs(det) < 1e-14) continue;
    const [tx, ty, tz] = [ox - ax, oy - ay, oz - az];
    const u = (tx * px + ty * py + tz * pz) / det;
    if (u < 0 || u > 1) continue;
    const [qx, qy, qz] = [ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux];
    const v = (dx * qx + dy * qy + dz * qz) / det;
    if (v < 0 || u + v > 1) continue;
    const distance = (vx * qx + vy * qy + vz * qz) / det;
    if (distance <= 0 || (best !== null && distance >= best.distance)) continue;
    const z = oz + distance * dz;
    if (z < bottom || z > top) continue;
    best = { distance, triangle: i };
  }
  if (best === null) return null;
  const { distance, triangle } = best;
  const corners = [0, 1, 2].map((k) => triangles[triangle + k] as number) as unknown as Triple;
  const grid = first.findIndex(
    (start, i) => corners[0] >= start && corners[0] < (first[i + 1] ?? 0),
  );
  const at = [ox + distance * dx, oy + distance * dy, oz + distance * dz] as const;
  return { grid, distance, at, corners };
}

/**
 * The vertex that is meant by a place on a surface: of the triangle's corners the nearest that is not
 * cut off at `top`, or the nearest of all.
 */
export function nearestVertex(
  { positions }: SurfaceMesh,
  { at, corners }: SurfaceHit,
  top: number,
): number {
  const height = (vertex: number) => positions[3 * vertex + 2] as number;
  const away = (vertex: number) =>
    Math.hypot(...at.map((part, axis) => part - (positions[3 * vertex + axis] as number)));
  const seen = corners.filter((vertex) => height(vertex) <= top);
  const among = seen.length > 0 ? seen : corners;
  return among.reduce((best, vertex) => (away(vertex) < away(best) ? vertex : best));
}

/**
 * Whether a surface lies between the eye and a place. It goes along the ray in small steps, in a time
 * that does not grow with the surface: names are written in every picture.
 */
export function isCovered(
  grids: readonly SurfaceGrid[],
  frame: SurfaceFrame,
  eye: Triple,
  at: Triple,
): boolean {
  const { x, y, z } = frame;
  const towards = at.map((part, axis) => eye[axis as 0 | 1 | 2] - part);
  const [dx = 0, dy = 0, dz = 0] = towards.map((part) => (step * part) / Math.hypot(...towards));
  const heightOf = (grid: SurfaceGrid, px: number, py: number): number =>
    placeOn(z, valueAt(grid, valueOn(x, px), valueOn(y, py)));
  return grids.some((grid) => {
    // What lies on a surface is seen from above.
    const isAbove = !(at[2] < heightOf(grid, at[0], at[1]) - slack);
    for (let i = 2; ; i++) {
      const [px, py, pz] = [at[0] + i * dx, at[1] + i * dy, at[2] + i * dz];
      if (Math.abs(px) > x.half || Math.abs(py) > y.half || Math.abs(pz) > z.half) return false;
      const height = heightOf(grid, px, py);
      // Holes, and what is cut off, hide nothing.
      if (Math.abs(height) <= z.half && pz > height !== isAbove) return true;
    }
  });
}

/** The nearest of some places to a pointer, in pixels. @returns its position, or -1. */
export function nearestPlace(places: Float32Array, x: number, y: number, reach: number): number {
  let [best, least] = [-1, reach * reach];
  for (let i = 0; i < places.length / 2; i++) {
    const [dx, dy] = [(places[2 * i] as number) - x, (places[2 * i + 1] as number) - y];
    const square = dx * dx + dy * dy;
    // Of places in one the last is meant: it is drawn on top.
    if (square <= least) [best, least] = [i, square];
  }
  return best;
}
