/** Lines of equal height on the triangles of a surface. */

import type { SurfaceMesh } from "./mesh";

/** @param heights - in the scene. @returns both ends of each piece: x, y, z, x, y, z... */
export function isolines(
  { positions, triangles }: SurfaceMesh,
  heights: readonly number[],
): Float32Array {
  const out: number[] = [];
  const rising = [...heights].filter(Number.isFinite).sort((a, b) => a - b);
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = [
      triangles[i] as number,
      triangles[i + 1] as number,
      triangles[i + 2] as number,
    ];
    const z = corners.map((vertex) => positions[3 * vertex + 2] as number);
    const [low, high] = [Math.min(...z), Math.max(...z)];
    for (const height of rising) {
      if (height < low) continue;
      if (height >= high) break;
      cross(positions, corners, z, height, out);
    }
  }
  return Float32Array.from(out);
}

/** The line along which a plane cuts a triangle. */
function cross(
  positions: Float32Array,
  corners: readonly number[],
  z: readonly number[],
  height: number,
  out: number[],
): void {
  for (let side = 0; side < 3; side++) {
    const next = (side + 1) % 3;
    const [from = 0, to = 0] = [z[side], z[next]];
    // Each side is below at one end and not below at the other, so that two of three are cut.
    if (from < height === to < height) continue;
    const share = (height - from) / (to - from);
    const [a, b] = [3 * (corners[side] as number), 3 * (corners[next] as number)];
    for (const axis of [0, 1]) {
      const start = positions[a + axis] as number;
      out.push(start + share * ((positions[b + axis] as number) - start));
    }
    out.push(height);
  }
}
