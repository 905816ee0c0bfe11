/** In which order the pieces of sheer surfaces are drawn. */

import type { Triple } from "../space/direction";
import { ABOVE, BELOW, type SurfaceLayers } from "./layers";

/** Along the plane. */
type Place = readonly [number, number];

/**
 * Pieces from the farthest to the nearest along the plane, and within each from the surface that is
 * behind: the lowest where one looks at their upper sides, the highest where at their lower ones.
 *
 * Of two cells the one that is on the eye's side of a line of the grid between them is the nearer
 * one, however large they are: lines that stand close together are common where grids differ.
 * @param out - as long as `triangles`; it is filled.
 */
export function layersFrom(eye: Triple, layers: SurfaceLayers, out: Uint32Array): void {
  const { triangles, first, x, y } = layers;
  const [columns, rows] = [inwards(x, eye[0]), inwards(y, eye[1])];
  let to = 0;
  for (const row of rows) {
    for (const column of columns) {
      const cell = row * columns.length + column;
      for (const piece of piecesOf(layers, cell, [row, column], eye)) {
        const [from, until] = [first[piece] as number, first[piece + 1] as number];
        const isFromBelow = isSeenFromBelow(eye, (axis) => cornersOf(layers, from, axis));
        for (let i = 0; i < until - from; i++, to++) {
          const source = isFromBelow ? until - 1 - i : from + i;
          for (let k = 0; k < 3; k++) out[3 * to + k] = triangles[3 * source + k] as number;
        }
      }
    }
  }
}

/** Gaps between lines, those on either side from the outermost inwards, and last the one around a place. */
function inwards(lines: Float32Array, at: number): number[] {
  const gaps = [...lines.keys()].slice(0, -1);
  const before = gaps.filter((gap) => (lines[gap + 1] as number) <= at);
  const after = gaps.filter((gap) => (lines[gap] as number) >= at);
  const around = gaps.slice(before.length, gaps.length - after.length);
  return [...before, ...after.reverse(), ...around];
}

/** The pieces of a cell, from the farthest to the nearest. */
function piecesOf(
  layers: SurfaceLayers,
  cell: number,
  [row, column]: readonly [number, number],
  [ex, ey]: Triple,
): number[] {
  const { cells, half, x, y } = layers;
  const [x0, x1] = [x[column] as number, x[column + 1] as number];
  const [y0, y1] = [y[row] as number, y[row + 1] as number];
  const near = (x1 - x0) * (ey - y0) > (y1 - y0) * (ex - x0) ? ABOVE : BELOW;
  const pieces: number[] = [];
  for (let piece = cells[cell] as number; piece < (cells[cell + 1] as number); piece++)
    pieces.push(piece);
  const isNear = (piece: number) => (half[piece] === near ? 1 : 0);
  if (pieces.length === 2)
    return isNear(pieces[0] as number) > isNear(pieces[1] as number) ? pieces.reverse() : pieces;
  return pieces.sort(
    (a, b) => isNear(a) - isNear(b) || (isBehind(layers, a, b, [ex, ey]) ? -1 : 1),
  );
}

/** Of two pieces of a triangle: whether the eye is on the other one's side of a line between them. */
function isBehind(layers: SurfaceLayers, piece: number, other: number, eye: Place): boolean {
  const own = cornersAlong(layers, piece);
  const others = cornersAlong(layers, other);
  for (let i = 0; i < own.length; i++) {
    const from = own[i] as Place;
    const to = own[i % 3 === 2 ? i - 2 : i + 1] as Place;
    const side = ([x, y]: Place) =>
      (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
    const [ofOwn, ofOthers] = [own.map(side), others.map(side)];
    const slack = 1e-9;
    if (Math.min(...ofOwn) > -slack && Math.max(...ofOthers) < slack) return side(eye) < 0;
    if (Math.max(...ofOwn) < slack && Math.min(...ofOthers) > -slack) return side(eye) > 0;
  }
  return false;
}

/** Where the corners of a piece's triangles are along the plane, three of each. */
function cornersAlong({ positions, triangles, first }: SurfaceLayers, piece: number): Place[] {
  const [from, until] = [first[piece] as number, first[piece + 1] as number];
  return Array.from(triangles.subarray(3 * from, 3 * until), (vertex): Place => [
    positions[3 * vertex] as number,
    positions[3 * vertex + 1] as number,
  ]);
}

/** A coordinate of the corners of a triangle. */
function cornersOf(
  { positions, triangles }: SurfaceLayers,
  triangle: number,
  axis: number,
): readonly [number, number, number] {
  const at = (k: number) => positions[3 * (triangles[3 * triangle + k] as number) + axis] as number;
  return [at(0), at(1), at(2)];
}

/** Whether the eye lies below the plane of a triangle. */
function isSeenFromBelow(
  eye: Triple,
  part: (axis: number) => readonly [number, number, number],
): boolean {
  const [x, y, z] = [part(0), part(1), part(2)];
  const [ux, uy, uz] = [x[1] - x[0], y[1] - y[0], z[1] - z[0]];
  const [vx, vy, vz] = [x[2] - x[0], y[2] - y[0], z[2] - z[0]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
  const side =
    normal[0] * (eye[0] - x[0]) + normal[1] * (eye[1] - y[0]) + normal[2] * (eye[2] - z[0]);
  return side * normal[2] < 0;
}
