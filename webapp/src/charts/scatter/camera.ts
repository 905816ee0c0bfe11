/** Where one looks from. Pure: a camera is a value, moving it makes another. */

import type { Point, ShapeSize } from "../shapes/shapes";
import {
  basis,
  radians,
  slid,
  turned,
  type Basis,
  type Direction,
  type Triple,
} from "../space/direction";
import type { ScatterPositions } from "./types";

export type Dimensions = 2 | 3;

/** Its vertical axis is y; in two dimensions it looks along z. */
export interface ScatterCamera extends Direction {
  readonly dimensions: Dimensions;
  /** What is in the middle, in the unit of the coordinates. */
  readonly target: Triple;
  /** Half of what the shorter side of the canvas shows at the target. */
  readonly radius: number;
}

const halfAngle = 20 * radians; // of what a perspective view opens
const steepest = 90;
const margin = 1.12;
const flat: Direction = { azimuth: 0, elevation: 0 };
const start: Direction = { azimuth: -0.6 / radians, elevation: 0.35 / radians };

/** A camera that shows all points. Infinite and missing ones do not count. */
export function fitted(
  positions: ScatterPositions,
  dimensions: Dimensions,
  size: ShapeSize,
): ScatterCamera {
  const deep = dimensions === 3;
  const target = middle(positions, deep);
  const camera: ScatterCamera = { ...(deep ? start : flat), dimensions, target, radius: 1 };
  return { ...camera, radius: (needed(positions, camera, size) || 1) * margin };
}

/** Of the box around all points. */
function middle({ x, y, z }: ScatterPositions, deep: boolean): Triple {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < x.length; i++) {
    const point = [x[i] as number, y[i] as number, z[i] as number];
    if (!point.every(Number.isFinite)) continue;
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis] as number, point[axis] as number);
      high[axis] = Math.max(high[axis] as number, point[axis] as number);
    }
  }
  const half = (axis: number) =>
    low[0] === Infinity ? 0 : ((low[axis] as number) + (high[axis] as number)) / 2;
  return [half(0), half(1), deep ? half(2) : 0];
}

/** The least radius with which every point is in sight. */
function needed(
  { x, y, z }: ScatterPositions,
  camera: ScatterCamera,
  { width, height }: ShapeSize,
): number {
  const shorter = Math.max(1, Math.min(width, height));
  const { right, up, near } = axesOf(camera);
  const opening = camera.dimensions === 3 ? Math.tan(halfAngle) : 0;
  let most = 0;
  for (let i = 0; i < x.length; i++) {
    const px = (x[i] as number) - camera.target[0];
    const py = (y[i] as number) - camera.target[1];
    const pz = (z[i] as number) - camera.target[2];
    const along = (row: Triple) => row[0] * px + row[1] * py + row[2] * pz;
    const across = (Math.abs(along(right)) * shorter) / Math.max(1, width);
    const upwards = (Math.abs(along(up)) * shorter) / Math.max(1, height);
    // What is in front of the target looks larger.
    const radius = Math.max(across, upwards) + along(near) * opening;
    if (radius > most) most = radius;
  }
  return most;
}

/** Right, up and towards the eye in the coordinates of the points, whose vertical axis is y. */
function axesOf(direction: Direction): Basis {
  const { right, up, near } = basis(direction);
  const upright = ([x, y, z]: Triple): Triple => [x, z, -y];
  return { right: upright(right), up: upright(up), near: upright(near) };
}

/** Directions of the axes on the canvas: right, down and towards the eye for x, y and z. */
export function axes(camera: ScatterCamera): readonly Triple[] {
  const { right, up, near } = axesOf(camera);
  return ([0, 1, 2] as const).map((axis) => [right[axis], -up[axis], near[axis]]);
}

/** Coordinates to clip space, 16 numbers in columns. */
export function matrix(camera: ScatterCamera, size: ShapeSize): Float64Array {
  const { target, radius, dimensions } = camera;
  const shorter = Math.max(1, Math.min(size.width, size.height));
  const sx = shorter / Math.max(1, size.width) / radius;
  const sy = shorter / Math.max(1, size.height) / radius;
  const { right, up, near } = axesOf(camera);
  const rows = [right, up, near];
  const shift = rows.map(([x, y, z]) => -(x * target[0] + y * target[1] + z * target[2]));
  const out = new Float64Array(16);
  // Seen from the eye at `far` from the target: w = 1 at the target, smaller in front of it.
  const far = dimensions === 3 ? radius / Math.tan(halfAngle) : Infinity;
  for (let axis = 0; axis < 4; axis++) {
    const of = (row: number) => (axis < 3 ? rows[row]?.[axis as 0 | 1 | 2] : shift[row]) as number;
    const last = axis === 3 ? 1 : 0;
    out[axis * 4] = of(0) * sx;
    out[axis * 4 + 1] = of(1) * sy;
    // Depth: linear, and far wider than what is in sight, so that nothing is cut off.
    out[axis * 4 + 2] = (-of(2) / radius) * 0.01;
    out[axis * 4 + 3] = last - (dimensions === 3 ? of(2) / far : 0);
  }
  return out;
}

/** Where all points are drawn, in CSS pixels: [2 N]; NaN: missing, or behind the eye. */
export function places(
  positions: ScatterPositions,
  camera: ScatterCamera,
  size: ShapeSize,
): Float32Array {
  const m = matrix(camera, size);
  const at = (index: number) => m[index] as number;
  const [m0, m1, m3] = [at(0), at(1), at(3)];
  const [m4, m5, m7] = [at(4), at(5), at(7)];
  const [m8, m9, m11] = [at(8), at(9), at(11)];
  const [m12, m13, m15] = [at(12), at(13), at(15)];
  const { x, y, z } = positions;
  const out = new Float32Array(2 * x.length);
  for (let i = 0; i < x.length; i++) {
    const px = x[i] as number;
    const py = y[i] as number;
    const pz = z[i] as number;
    const w = m3 * px + m7 * py + m11 * pz + m15;
    const ok = w > 0.01;
    out[2 * i] = ok ? ((m0 * px + m4 * py + m8 * pz + m12) / w + 1) * 0.5 * size.width : NaN;
    out[2 * i + 1] = ok ? (1 - (m1 * px + m5 * py + m9 * pz + m13) / w) * 0.5 * size.height : NaN;
  }
  return out;
}

/** Coordinates per CSS pixel at the target. */
function unit(camera: ScatterCamera, size: ShapeSize): number {
  return (2 * camera.radius) / Math.max(1, Math.min(size.width, size.height));
}

/** Move the picture by so many CSS pixels. */
export function panned(
  camera: ScatterCamera,
  dx: number,
  dy: number,
  size: ShapeSize,
): ScatterCamera {
  const [x, y, z] = slid(axesOf(camera), dx, dy, unit(camera, size));
  const [tx, ty, tz] = camera.target;
  return { ...camera, target: [tx + x, ty + y, tz + z] };
}

/** Turn by a drag of so many CSS pixels. */
export function orbited(camera: ScatterCamera, dx: number, dy: number): ScatterCamera {
  return camera.dimensions === 2 ? camera : turned(camera, dx, dy, steepest);
}

/** @param factor - below 1 to come closer. @param place - what is there stays there. */
export function zoomed(
  camera: ScatterCamera,
  factor: number,
  place: Point,
  size: ShapeSize,
): ScatterCamera {
  const dx = place.x - size.width / 2;
  const dy = place.y - size.height / 2;
  const there = panned(camera, -dx, -dy, size);
  return panned({ ...there, radius: camera.radius * factor }, dx, dy, size);
}

/** The same view with a point in its middle. */
export function centered(camera: ScatterCamera, x: number, y: number, z: number): ScatterCamera {
  return { ...camera, target: [x, y, camera.dimensions === 3 ? z : 0] };
}

/** On the way from one camera to another, `share` from 0 to 1. */
export function between(from: ScatterCamera, to: ScatterCamera, share: number): ScatterCamera {
  if (from.dimensions !== to.dimensions) return to;
  const mix = (a: number, b: number) => a + (b - a) * share;
  const target = (axis: 0 | 1 | 2) => mix(from.target[axis], to.target[axis]);
  return {
    dimensions: to.dimensions,
    target: [target(0), target(1), target(2)],
    radius: mix(from.radius, to.radius),
    azimuth: mix(from.azimuth, to.azimuth),
    elevation: mix(from.elevation, to.elevation),
  };
}
