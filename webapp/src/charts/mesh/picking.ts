/** Which vertex is meant. Pure: positions and matrices of 16 numbers in columns, as WebGL has them. */

import type { Triple } from "../space/direction";

/** A place of the picture in pixels, and its size. */
export interface MeshAim {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Of the points that are drawn within `reach` pixels of a place, the one nearest to the eye; -1: none.
 * @param matrix - from positions to clip space.
 * @param indices - of the points that are drawn; null: all.
 * @returns its position, and its depth: -1 nearest to 1 farthest.
 */
export function nearestPoint(
  positions: Float32Array,
  indices: Uint32Array | null,
  matrix: readonly number[],
  { x, y, width, height }: MeshAim,
  reach: number,
): { vertex: number; depth: number } {
  const m = (at: number): number => matrix[at] as number;
  const [m0, m1, m2, m3] = [m(0), m(1), m(2), m(3)];
  const [m4, m5, m6, m7] = [m(4), m(5), m(6), m(7)];
  const [m8, m9, m10, m11] = [m(8), m(9), m(10), m(11)];
  const [m12, m13, m14, m15] = [m(12), m(13), m(14), m(15)];
  let [vertex, depth] = [-1, Infinity];
  const count = indices === null ? positions.length / 3 : indices.length;
  for (let i = 0; i < count; i++) {
    const at = 3 * (indices === null ? i : (indices[i] as number));
    const px = positions[at] as number;
    const py = positions[at + 1] as number;
    const pz = positions[at + 2] as number;
    const w = m3 * px + m7 * py + m11 * pz + m15;
    if (w <= 0) continue;
    const dx = ((m0 * px + m4 * py + m8 * pz + m12) / w + 1) * 0.5 * width - x;
    if (dx > reach || dx < -reach) continue;
    const dy = (1 - (m1 * px + m5 * py + m9 * pz + m13) / w) * 0.5 * height - y;
    if (dx * dx + dy * dy > reach * reach) continue;
    const z = (m2 * px + m6 * py + m10 * pz + m14) / w;
    if (z >= depth || z < -1) continue;
    [vertex, depth] = [at / 3, z];
  }
  return { vertex, depth };
}

/**
 * The face that a ray meets first, and which of its corners is nearest to that place.
 * Möller, Trumbore: Fast, minimum storage ray/triangle intersection (1997), from both sides.
 * @param along - need not be of length 1; `distance` is in units of it.
 */
export function hitFace(
  positions: Float32Array,
  faces: Uint32Array,
  from: Triple,
  along: Triple,
): { vertex: number; distance: number } | null {
  const p = positions;
  const [ox, oy, oz] = from;
  const [dx, dy, dz] = along;
  let distance = Infinity;
  let vertex = -1;
  for (let f = 0; f < faces.length; f += 3) {
    const a = 3 * (faces[f] as number);
    const b = 3 * (faces[f + 1] as number);
    const c = 3 * (faces[f + 2] as number);
    const [ax, ay, az] = [p[a] as number, p[a + 1] as number, p[a + 2] as number];
    const [e1x, e1y, e1z] = [
      (p[b] as number) - ax,
      (p[b + 1] as number) - ay,
      (p[b + 2] as number) - az,
    ];
    const [e2x, e2y, e2z] = [
      (p[c] as number) - ax,
      (p[c + 1] as number) - ay,
      (p[c + 2] as number) - az,
    ];
    const hx = dy * e2z - dz * e2y;
    const hy = dz * e2x - dx * e2z;
    const hz = dx * e2y - dy * e2x;
    const det = e1x * hx + e1y * hy + e1z * hz;
    if (det === 0) continue;
    const [sx, sy, sz] = [ox - ax, oy - ay, oz - az];
    const u = (sx * hx + sy * hy + sz * hz) / det;
    if (u < 0 || u > 1) continue;
    const qx = sy * e1z - sz * e1y;
    const qy = sz * e1x - sx * e1z;
    const qz = sx * e1y - sy * e1x;
    const v = (dx * qx + dy * qy + dz * qz) / det;
    if (v < 0 || u + v > 1) continue;
    const t = (e2x * qx + e2y * qy + e2z * qz) / det;
    if (t <= 0 || t >= distance) continue;
    distance = t;
    const w = 1 - u - v;
    vertex = (w >= u && w >= v ? a : u >= v ? b : c) / 3;
  }
  return vertex < 0 ? null : { vertex, distance };
}
