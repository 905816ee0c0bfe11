/**
 * Sheer surfaces that cut each other, so that each is seen through the other ones as it should be.
 * Above a triangle of the plane surfaces are plane: where two of them meet, all are cut. Above each
 * piece one surface then lies on the other, and pieces are drawn from the farthest to the nearest.
 */

import { HOLE } from "../../lib/landscape/fill";
import type { Mesh } from "./mesh";
import type { SurfaceGrid, Triple } from "./types";

export interface Layers {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly colours: Uint8Array;
  /** Three vertices of each triangle, piece after piece, of each piece from the lowest surface to the highest. */
  readonly triangles: Uint32Array;
  /** The first triangle of each piece, and one more for the end. */
  readonly first: Uint32Array;
}

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
      maker.add(whole, [a, b, c]);
      maker.add(whole, [a, c, d]);
      if (whole.length === all.length) continue;
      // Beside a hole each has a triangle of its own.
      all.forEach((start, grid) => {
        const kept = cell.filter((i) => grids[grid]?.mask[i] !== HOLE);
        const [p, q, r] = kept;
        if (kept.length === 3 && p !== undefined && q !== undefined && r !== undefined)
          maker.add([start], [p, q, r]);
      });
    }
  }
  return maker.layers();
}

class Maker {
  readonly #mesh: Mesh;
  readonly #positions: number[];
  readonly #normals: number[];
  readonly #colours: number[];
  readonly #triangles: number[] = [];
  readonly #first: number[] = [0];

  constructor(mesh: Mesh) {
    this.#mesh = mesh;
    this.#positions = [...mesh.positions];
    this.#normals = [...mesh.normals];
    this.#colours = [...mesh.colours];
  }

  /** All surfaces above a triangle. @param starts - the first vertex of each. */
  add(starts: readonly number[], corners: Corners): void {
    if (starts.length === 0) return;
    if (this.#addPlain(starts, corners)) return;
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
    for (let part = 0; part < 4; part++) this.#colours.push(mix(this.#mesh.colours, 4, part));
    return vertex;
  }

  layers(): Layers {
    return {
      positions: Float32Array.from(this.#positions),
      normals: Float32Array.from(this.#normals),
      colours: Uint8Array.from(this.#colours, Math.round),
      triangles: Uint32Array.from(this.#triangles),
      first: Uint32Array.from(this.#first),
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

/** Finer steps of distance than this cannot be told apart in a picture. */
const steps = 1 << 16;

/**
 * Pieces from the farthest to the nearest along the plane, and within each from the surface that is
 * behind: the lowest where one looks at their upper sides, the highest where at their lower ones.
 * Sorts by counting, in a time that grows with the number of triangles only.
 * @param out - as long as `triangles`; it is filled.
 */
export function layersFrom(
  eye: Triple,
  { positions, triangles, first }: Layers,
  out: Uint32Array,
): void {
  const count = first.length - 1;
  const distances = new Float32Array(count);
  const isFromBelow = new Uint8Array(count);
  let [least, most] = [Infinity, -Infinity];
  for (let piece = 0; piece < count; piece++) {
    const at = 3 * (first[piece] as number);
    const [a, b, c] = [0, 1, 2].map((k) => 3 * (triangles[at + k] as number)) as [
      number,
      number,
      number,
    ];
    const part = (vertex: number, axis: number) => positions[vertex + axis] as number;
    const x = (part(a, 0) + part(b, 0) + part(c, 0)) / 3;
    const y = (part(a, 1) + part(b, 1) + part(c, 1)) / 3;
    const distance = Math.hypot(x - eye[0], y - eye[1]);
    distances[piece] = distance;
    least = Math.min(least, distance);
    most = Math.max(most, distance);
    isFromBelow[piece] = isSeenFromBelow(eye, (axis) => [
      part(a, axis),
      part(b, axis),
      part(c, axis),
    ])
      ? 1
      : 0;
  }
  const scale = most > least ? (steps - 1) / (most - least) : 0;
  const starts = new Uint32Array(steps + 1);
  const stepOf = (piece: number) => Math.floor((most - (distances[piece] as number)) * scale);
  for (let piece = 0; piece < count; piece++) {
    const next = stepOf(piece) + 1;
    starts[next] =
      (starts[next] as number) + (first[piece + 1] as number) - (first[piece] as number);
  }
  for (let step = 1; step <= steps; step++)
    starts[step] = (starts[step] as number) + (starts[step - 1] as number);
  for (let piece = 0; piece < count; piece++) {
    const step = stepOf(piece);
    const [from, until] = [first[piece] as number, first[piece + 1] as number];
    const to = starts[step] as number;
    starts[step] = to + until - from;
    for (let i = 0; i < until - from; i++) {
      const source = isFromBelow[piece] === 1 ? until - 1 - i : from + i;
      for (let k = 0; k < 3; k++) out[3 * (to + i) + k] = triangles[3 * source + k] as number;
    }
  }
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
