/** What a ray meets. */

import type { Mesh } from "./mesh";
import type { Triple } from "./types";

export interface Hit {
  /** Position among the grids. */
  readonly grid: number;
  readonly at: Triple;
  /** In lengths of the ray's direction. */
  readonly distance: number;
}

/**
 * The nearest place where a ray meets a surface below `top` and above `bottom`, from either side.
 * Möller and Trumbore 1997.
 */
export function hit(
  { positions, triangles, first }: Mesh,
  from: Triple,
  along: Triple,
  bottom: number,
  top: number,
): Hit | null {
  let best: { distance: number; vertex: number } | null = null;
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
    best = { distance, vertex: triangles[i] as number };
  }
  if (best === null) return null;
  const { distance, vertex } = best;
  const grid = first.findIndex((start, i) => vertex >= start && vertex < (first[i + 1] ?? 0));
  return { grid, distance, at: [ox + distance * dx, oy + distance * dy, oz + distance * dz] };
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
