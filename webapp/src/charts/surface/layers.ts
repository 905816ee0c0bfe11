/**
 * Sheer surfaces that cut each other, so that each is seen through the other ones as it should be.
 * Above a triangle of the plane surfaces are plane: where two of them meet, all are cut. Above each
 * piece one surface then lies on the other, and pieces are drawn from the farthest to the nearest.
 */

import { HOLE } from "../../lib/landscape/fill";
import type { SurfaceMesh } from "./mesh";
import type { SurfaceGrid } from "./types";

export interface SurfaceLayers {
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
export const [BELOW, ABOVE] = [0, 1];

/** A vertex of a piece: shares of the corners of its triangle. */
type Shares = readonly [number, number, number];
type Corners = readonly [number, number, number];

/** A triangle that nothing cuts. */
const whole: Shares[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Surfaces so near each other, in the scene, touch. */
const touch = 1e-6;

/** @param grids - of the mesh, all over the same points. */
export function layersOf(grids: readonly SurfaceGrid[], mesh: SurfaceMesh): SurfaceLayers {
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
      const there = all.filter((_, grid) => isWhole(cell, grid));
      maker.add(there, [a, b, c], BELOW);
      maker.add(there, [a, c, d], ABOVE);
      if (there.length < all.length) {
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
  readonly #mesh: SurfaceMesh;
  readonly #positions: number[];
  readonly #normals: number[];
  readonly #looks: number[];
  readonly #triangles: number[] = [];
  readonly #first: number[] = [0];
  readonly #half: number[] = [];
  readonly #cells: number[] = [0];

  constructor(mesh: SurfaceMesh) {
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
    let pieces: Shares[][] = [whole];
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

  layers(x: Float32Array, y: Float32Array): SurfaceLayers {
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
