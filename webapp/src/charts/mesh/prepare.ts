/** What has to be known of a shape before it is drawn. Pure. */

import { once } from "../../lib/once";
import type { Triple } from "../space/direction";
import type { MeshBox, Coordinates, Shading, MeshShape } from "./types";

/** Faces of which edges that two of them share are drawn once; of more, looking for them takes too long. */
const mostForEdges = 2_000_000;
/** Of the longest side: steps that the eye can see. */
const seen = 1e-3;

export interface Prepared {
  /** From the middle of the shape, in units of `radius`, [3 N]: what is far from zero keeps its digits. */
  readonly positions: Float32Array;
  readonly middle: Triple;
  readonly radius: number;
  /** Positions of the vertices that can be drawn; null: all. */
  readonly finite: Uint32Array | null;
  /** Of faces whose vertices all can be drawn, [3 M]. */
  readonly faces: Uint32Array;
  /** Faces with a vertex that can't be drawn. */
  readonly leftOut: number;
}

/** The box around vertices [3 N]; null: none of them is finite. */
export function boxOf(vertices: Coordinates): MeshBox | null {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < vertices.length; i += 3) {
    if (!isFiniteAt(vertices, i)) continue;
    for (let axis = 0; axis < 3; axis++) {
      const value = vertices[i + axis] as number;
      if (value < (low[axis] as number)) low[axis] = value;
      if (value > (high[axis] as number)) high[axis] = value;
    }
  }
  if (low[0] === Infinity) return null;
  return { low: low as unknown as Triple, high: high as unknown as Triple };
}

/** The smallest box around all of these; null: there is none. */
export function around(boxes: readonly (MeshBox | null)[]): MeshBox | null {
  const known = boxes.filter((box) => box !== null);
  if (known.length === 0) return null;
  const ends = (of: (box: MeshBox) => Triple, pick: (...values: number[]) => number): Triple => {
    const end = (axis: 0 | 1 | 2): number => pick(...known.map((box) => of(box)[axis]));
    return [end(0), end(1), end(2)];
  };
  return { low: ends(({ low }) => low, Math.min), high: ends(({ high }) => high, Math.max) };
}

/** The middle of a box, and half of its diagonal, which is never 0. */
export function ballOf({ low, high }: MeshBox): { middle: Triple; radius: number } {
  const middle = ([0, 1, 2] as const).map((axis) => low[axis] / 2 + high[axis] / 2);
  // Halves first: ends may be too far apart for a number.
  const radius = Math.hypot(
    ...[0, 1, 2].map((axis) => (high[axis] as number) / 2 - (low[axis] as number) / 2),
  );
  const least = Math.max(...middle.map(Math.abs)) * 1e-7;
  return { middle: middle as unknown as Triple, radius: radius || least || 1 };
}

/** Of the ball around a place that holds all vertices that are finite. */
export function reachOf(vertices: Coordinates, middle: Triple): number {
  let most = 0;
  // Squares of what is as large as numbers go are too large for one.
  const unit = vertices instanceof Float32Array ? 1 : (ballOfAll(vertices)?.radius ?? 1);
  for (let i = 0; i < vertices.length; i += 3) {
    const x = ((vertices[i] as number) - middle[0]) / unit;
    const y = ((vertices[i + 1] as number) - middle[1]) / unit;
    const z = ((vertices[i + 2] as number) - middle[2]) / unit;
    const square = x * x + y * y + z * z;
    if (square > most && square < Infinity) most = square;
  }
  return unit * Math.sqrt(most);
}

function ballOfAll(vertices: Coordinates): { middle: Triple; radius: number } | null {
  const box = boxOf(vertices);
  return box === null ? null : ballOf(box);
}

/**
 * How far apart two places are at least, where a float can't distinguish nearer ones and that is seen;
 * 0: it is not.
 */
export function coarsenessOf(vertices: Coordinates, box: MeshBox): number {
  if (vertices instanceof Float64Array) return 0;
  const sides = [0, 1, 2].map((axis) => (box.high[axis] as number) - (box.low[axis] as number));
  const farthest = Math.max(...[...box.low, ...box.high].map(Math.abs));
  // A float has 24 binary digits.
  const step = 2 ** (Math.floor(Math.log2(farthest)) - 23);
  return step > seen * Math.max(...sides) && Math.max(...sides) > 0 ? step : 0;
}

export function prepared({ vertices, faces }: MeshShape): Prepared {
  const count = vertices.length / 3;
  const box = boxOf(vertices) ?? { low: [0, 0, 0], high: [0, 0, 0] };
  const { middle, radius } = ballOf(box);
  const positions = new Float32Array(vertices.length);
  let missing = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    if (!isFiniteAt(vertices, i)) {
      missing++;
      continue;
    }
    for (let axis = 0; axis < 3; axis++)
      positions[i + axis] = ((vertices[i + axis] as number) - (middle[axis] as number)) / radius;
  }
  const all = faces ?? new Uint32Array();
  if (missing === 0) return { positions, middle, radius, finite: null, faces: all, leftOut: 0 };
  const finite = new Uint32Array(count - missing);
  for (let i = 0, next = 0; i < count; i++) if (isFiniteAt(vertices, 3 * i)) finite[next++] = i;
  const kept = new Uint32Array(all.length);
  let end = 0;
  for (let f = 0; f < all.length; f += 3) {
    if (![0, 1, 2].every((corner) => isFiniteAt(vertices, 3 * (all[f + corner] as number))))
      continue;
    for (let corner = 0; corner < 3; corner++) kept[end++] = all[f + corner] as number;
  }
  const leftOut = (all.length - end) / 3;
  return { positions, middle, radius, finite, faces: kept.slice(0, end), leftOut };
}

/** Computed once for each shape, whichever charts show it. */
export const preparedOf = once<MeshShape, Prepared>(prepared);

/** Thinner than this nothing of a face is seen, from however near; in radii. */
const thinnest = 1e-6;

/** How many faces have no area, since their corners lie on one line or at one place. */
export const flatFacesOf = once<Prepared, number>(({ positions: p, faces }) => {
  let count = 0;
  for (let f = 0; f < faces.length; f += 3) {
    const a = 3 * (faces[f] as number);
    const b = 3 * (faces[f + 1] as number);
    const c = 3 * (faces[f + 2] as number);
    const ux = (p[b] as number) - (p[a] as number);
    const uy = (p[b + 1] as number) - (p[a + 1] as number);
    const uz = (p[b + 2] as number) - (p[a + 2] as number);
    const vx = (p[c] as number) - (p[a] as number);
    const vy = (p[c + 1] as number) - (p[a + 1] as number);
    const vz = (p[c + 2] as number) - (p[a + 2] as number);
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const u = ux * ux + uy * uy + uz * uz;
    const v = vx * vx + vy * vy + vz * vz;
    // What they have in common gives the third side.
    const w = u + v - 2 * (ux * vx + uy * vy + uz * vz);
    const longest = Math.max(u, v, w);
    if (x * x + y * y + z * z <= thinnest * thinnest * longest) count++;
  }
  return count;
});

/** Whether its vertices are drawn, for lack of faces that can be. */
export function drawsPoints(shape: MeshShape, shading: Shading): boolean {
  if (shape.faces === null || shading === "points") return true;
  const whole = preparedOf(shape);
  return whole.faces.length === 3 * flatFacesOf(whole);
}

function isFiniteAt(vertices: Coordinates, i: number): boolean {
  return (
    Number.isFinite(vertices[i]) &&
    Number.isFinite(vertices[i + 1]) &&
    Number.isFinite(vertices[i + 2])
  );
}

/**
 * Unit normals of vertices, [3 N]: those of their faces, each as large as its face. A vertex without
 * a face of any size has none: (0, 0, 0).
 */
export function normalsOf(positions: Float32Array, faces: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  const p = positions;
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [
      3 * (faces[f] as number),
      3 * (faces[f + 1] as number),
      3 * (faces[f + 2] as number),
    ];
    const ux = (p[b] as number) - (p[a] as number);
    const uy = (p[b + 1] as number) - (p[a + 1] as number);
    const uz = (p[b + 2] as number) - (p[a + 2] as number);
    const vx = (p[c] as number) - (p[a] as number);
    const vy = (p[c + 1] as number) - (p[a + 1] as number);
    const vz = (p[c + 2] as number) - (p[a + 2] as number);
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    for (const at of [a, b, c]) {
      normals[at] = (normals[at] as number) + x;
      normals[at + 1] = (normals[at + 1] as number) + y;
      normals[at + 2] = (normals[at + 2] as number) + z;
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(
      normals[i] as number,
      normals[i + 1] as number,
      normals[i + 2] as number,
    );
    if (length === 0) continue;
    for (let axis = 0; axis < 3; axis++) normals[i + axis] = (normals[i + axis] as number) / length;
  }
  return normals;
}

/** The edges of faces, [2 E]: each once, whichever faces share it. @param count - of vertices. */
export function edgesOf(faces: Uint32Array, count: number): Uint32Array {
  const keys = new Float64Array(faces.length);
  for (let f = 0; f < faces.length; f += 3) {
    for (let side = 0; side < 3; side++) {
      const one = faces[f + side] as number;
      const other = faces[f + ((side + 1) % 3)] as number;
      keys[f + side] = Math.min(one, other) * count + Math.max(one, other);
    }
  }
  const isMany = faces.length > 3 * mostForEdges;
  if (!isMany) keys.sort();
  const edges = new Uint32Array(2 * keys.length);
  let end = 0;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as number;
    if (!isMany && i > 0 && key === keys[i - 1]) continue;
    edges[end++] = Math.floor(key / count);
    edges[end++] = key % count;
  }
  return edges.slice(0, end);
}

/**
 * The same positions in an order without a pattern, so that any number of the first ones is a fair
 * sample. The same for the same input.
 */
export function shuffled(indices: Uint32Array): Uint32Array {
  const out = indices.slice();
  let state = 0x9e3779b9;
  for (let i = out.length - 1; i > 0; i--) {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const j = (state >>> 0) % (i + 1);
    const kept = out[i] as number;
    out[i] = out[j] as number;
    out[j] = kept;
  }
  return out;
}
