/**
 * Sheer surfaces that cut each other, so that each is seen through the other ones as it should be.
 * Above a triangle of the plane surfaces are plane: where two of them meet, all are cut. Above each
 * piece one surface then lies on the other, and pieces are drawn from the farthest to the nearest.
 */

import { HOLE } from "../../lib/landscape/fill";
import type { Mesh } from "./mesh";
import type { SurfaceGrid } from "./types";
import type { Triple } from "../space/direction";

export interface Layers {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly looks: Uint8Array;
  /** Three vertices of each triangle, piece after piece, of each piece from the lowest surface to the highest. */
  readonly triangles: Uint32Array;
  /** The first triangle of each piece, and one more for the end. */
  readonly first: Uint32Array;
  /** Which half of its cell each piece lies in. */
  readonly half: Uint8Array;
  /** The first piece of each cell of the grid, row by row, and one more for the end. */
  readonly cells: Uint32Array;
  /** Where the grid's lines are, in the scene; both rise. */
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** Below and above the diagonal of a cell from its lowest x and y. */
const [BELOW, ABOVE] = [0, 1];

/** A vertex of a piece: shares of the corners of its triangle. */
type Shares = readonly [number, number, number];
type Corners = readonly [number, number, number];

/** Surfaces so near each other, in the scene, touch. */
const touch = 1e-6;

/** @param grids - of the mesh, all over the same points. */
export function layersOf(grids: readonly SurfaceGrid[], mesh: Mesh): Layers {
  const maker = new Maker(mesh);
  const all = mesh.first.slice(0, -1);
  const holed = grids.map(({ mask }) => mask.includes(HOLE));
  const isWhole = (cell: readonly number[], grid: number) =>
    holed[grid] === false || cell.every((i) => grids[grid]?.mask[i] !== HOLE);
  const [wide = 0, high = 0] = [grids[0]?.x.length, grids[0]?.y.length];
  for (let row = 0; row + 1 < high; row++) {
    for (let column = 0; column + 1 < wide; column++) {
      const at = row * wide + column;
      const [a, b, c, d] = [at, at + 1, at + wide + 1, at + wide] as const;
      const cell = [a, b, c, d];
      const whole = all.filter((_, grid) => isWhole(cell, grid));
      maker.add(whole, [a, b, c], BELOW);
      maker.add(whole, [a, c, d], ABOVE);
      if (whole.length < all.length) {
        // Beside a hole each has a triangle of its own.
        all.forEach((start, grid) => {
          const kept = cell.filter((i) => grids[grid]?.mask[i] !== HOLE);
          const [p, q, r] = kept;
          if (kept.length === 3 && p !== undefined && q !== undefined && r !== undefined)
            maker.add([start], [p, q, r], kept.includes(b) && r === c ? BELOW : ABOVE);
        });
      }
      maker.endCell();
    }
  }
  const line = (count: number, stride: number, axis: number) =>
    Float32Array.from({ length: count }, (_, i) => mesh.positions[3 * i * stride + axis] ?? 0);
  return maker.layers(line(wide, 1, 0), line(high, wide, 1));
}

class Maker {
  readonly #mesh: Mesh;
  readonly #positions: number[];
  readonly #normals: number[];
  readonly #looks: number[];
  readonly #triangles: number[] = [];
  readonly #first: number[] = [0];
  readonly #half: number[] = [];
  readonly #cells: number[] = [0];

  constructor(mesh: Mesh) {
    this.#mesh = mesh;
    this.#positions = [...mesh.positions];
    this.#normals = [...mesh.normals];
    this.#looks = [...mesh.looks];
  }

  /** All surfaces above a triangle. @param starts - the first vertex of each. */
  add(starts: readonly number[], corners: Corners, half: number): void {
    if (starts.length === 0) return;
    if (!this.#addPlain(starts, corners)) this.#addCut(starts, corners);
    while (this.#half.length < this.#first.length - 1) this.#half.push(half);
  }

  /** All triangles above a cell are there. */
  endCell(): void {
    this.#cells.push(this.#first.length - 1);
  }

  #addCut(starts: readonly number[], corners: Corners): void {
    const heights = starts.map((start) => corners.map((corner) => this.#height(start + corner)));
    let pieces: Shares[][] = [[[1, 0, 0], [0, 1, 0], [0, 0, 1]]]; // prettier-ignore
    heights.forEach((one, i) => {
      for (const other of heights.slice(i + 1)) {
        const apart = one.map((height, corner) => height - (other[corner] ?? 0));
        if (Math.max(...apart) > touch && Math.min(...apart) < -touch)
          pieces = pieces.flatMap((piece) => divided(piece, apart));
      }
    });
    for (const piece of pieces) {
      const middle = (of: readonly number[]) =>
        piece.reduce((sum, shares) => sum + mixed(of, shares), 0);
      const order = [...starts.keys()].sort(
        (a, b) => middle(heights[a] ?? []) - middle(heights[b] ?? []),
      );
      for (const i of order) {
        const start = starts[i] ?? 0;
        const vertices = piece.map((shares) => this.#vertex(start, corners, shares));
        for (let k = 2; k < vertices.length; k++)
          this.#triangles.push(vertices[0] ?? 0, vertices[k - 1] ?? 0, vertices[k] ?? 0);
      }
      this.#first.push(this.#triangles.length / 3);
    }
  }

  /** Most surfaces do not meet above most triangles. @returns false: here some of them do. */
  #addPlain(starts: readonly number[], [a, b, c]: Corners): boolean {
    const apart = (one: number, other: number, corner: number) =>
      this.#height(one + corner) - this.#height(other + corner);
    for (let i = 0; i < starts.length; i++) {
      for (let j = 0; j < i; j++) {
        const [one, other] = [starts[i] as number, starts[j] as number];
        const [p, q, r] = [apart(one, other, a), apart(one, other, b), apart(one, other, c)];
        if (Math.max(p, q, r) > touch && Math.min(p, q, r) < -touch) return false;
      }
    }
    const order = [...starts].sort(
      (one, other) => apart(one, other, a) + apart(one, other, b) + apart(one, other, c),
    );
    for (const start of order) this.#triangles.push(start + a, start + b, start + c);
    this.#first.push(this.#triangles.length / 3);
    return true;
  }

  #height(vertex: number): number {
    return this.#mesh.positions[3 * vertex + 2] ?? 0;
  }

  /** A corner as it is, or a new vertex between the corners. */
  #vertex(start: number, corners: Corners, shares: Shares): number {
    const alone = shares.indexOf(1);
    if (alone >= 0) return start + (corners[alone] ?? 0);
    const vertex = this.#positions.length / 3;
    const mix = (of: ArrayLike<number>, size: number, part: number) =>
      mixed(
        corners.map((corner) => of[size * (start + corner) + part] ?? 0),
        shares,
      );
    for (let part = 0; part < 3; part++) {
      this.#positions.push(mix(this.#mesh.positions, 3, part));
      this.#normals.push(mix(this.#mesh.normals, 3, part));
    }
    for (let part = 0; part < 2; part++) this.#looks.push(mix(this.#mesh.looks, 2, part));
    return vertex;
  }

  layers(x: Float32Array, y: Float32Array): Layers {
    return {
      x,
      y,
      positions: Float32Array.from(this.#positions),
      normals: Float32Array.from(this.#normals),
      looks: Uint8Array.from(this.#looks, Math.round),
      triangles: Uint32Array.from(this.#triangles),
      first: Uint32Array.from(this.#first),
      half: Uint8Array.from(this.#half),
      cells: Uint32Array.from(this.#cells),
    };
  }
}

function mixed(of: readonly number[], [a, b, c]: Shares): number {
  return a * (of[0] ?? 0) + b * (of[1] ?? 0) + c * (of[2] ?? 0);
}

/** Both sides of the line where two surfaces meet. @param apart - their distance at each corner. */
function divided(piece: readonly Shares[], apart: readonly number[]): Shares[][] {
  const [above, below]: [Shares[], Shares[]] = [[], []];
  piece.forEach((from, i) => {
    const to = piece[(i + 1) % piece.length] ?? from;
    const [start, end] = [mixed(apart, from), mixed(apart, to)];
    if (start >= 0) above.push(from);
    if (start <= 0) below.push(from);
    if (start * end >= 0) return;
    const share = start / (start - end);
    const at = from.map((each, k) => each + share * ((to[k] ?? 0) - each)) as unknown as Shares;
    above.push(at);
    below.push(at);
  });
  return [above, below].filter(({ length }) => length > 2);
}

/**
 * Pieces from the farthest to the nearest along the plane, and within each from the surface that is
 * behind: the lowest where one looks at their upper sides, the highest where at their lower ones.
 *
 * Of two cells the one that is on the eye's side of a line of the grid between them is the nearer
 * one, however large they are: lines that stand close together are common where grids differ.
 * @param out - as long as `triangles`; it is filled.
 */
export function layersFrom(eye: Triple, layers: Layers, out: Uint32Array): void {
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
  layers: Layers,
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

type Point = readonly [number, number];

/** Of two pieces of a triangle: whether the eye is on the other one's side of a line between them. */
function isBehind(layers: Layers, piece: number, other: number, eye: Point): boolean {
  const own = cornersAlong(layers, piece);
  const others = cornersAlong(layers, other);
  for (let i = 0; i < own.length; i++) {
    const from = own[i] as Point;
    const to = own[i % 3 === 2 ? i - 2 : i + 1] as Point;
    const side = ([x, y]: Point) => (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]); // prettier-ignore
    const [ofOwn, ofOthers] = [own.map(side), others.map(side)];
    const slack = 1e-9;
    if (Math.min(...ofOwn) > -slack && Math.max(...ofOthers) < slack) return side(eye) < 0;
    if (Math.max(...ofOwn) < slack && Math.min(...ofOthers) > -slack) return side(eye) > 0;
  }
  return false;
}

/** Where the corners of a piece's triangles are along the plane, three of each. */
function cornersAlong({ positions, triangles, first }: Layers, piece: number): Point[] {
  const [from, until] = [first[piece] as number, first[piece + 1] as number];
  return Array.from(triangles.subarray(3 * from, 3 * until), (vertex): Point => [
    positions[3 * vertex] as number,
    positions[3 * vertex + 1] as number,
  ]);
}

/** A coordinate of the corners of a triangle. */
function cornersOf(
  { positions, triangles }: Layers,
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
