/** Where one looks from. Pure: a camera is a value, moving it makes another. */

import type { Place, Positions } from "./types";

export type Dimensions = 2 | 3;

export interface Camera {
  readonly dimensions: Dimensions;
  /** What is in the middle, in the unit of the coordinates. */
  readonly target: readonly [number, number, number];
  /** Half of what the shorter side of the canvas shows at the target. */
  readonly radius: number;
  /** Turn around the y axis, in radians; 0 in two dimensions. */
  readonly yaw: number;
  /** Look from above, in radians; 0 in two dimensions. */
  readonly pitch: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const HALF_ANGLE = (20 * Math.PI) / 180; // of what a perspective view opens
const MOST_PITCH = Math.PI / 2;
const MARGIN = 1.12;
const START_YAW = -0.6;
const START_PITCH = 0.35;

/** A camera that shows all points. Infinite and missing ones do not count. */
export function fitted(positions: Positions, dimensions: Dimensions, size: Size): Camera {
  const deep = dimensions === 3;
  const camera: Camera = {
    dimensions,
    target: middle(positions, deep),
    radius: 1,
    yaw: deep ? START_YAW : 0,
    pitch: deep ? START_PITCH : 0,
  };
  return { ...camera, radius: (needed(positions, camera, size) || 1) * MARGIN };
}

/** Of the box around all points. */
function middle({ x, y, z }: Positions, deep: boolean): [number, number, number] {
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
function needed({ x, y, z }: Positions, camera: Camera, { width, height }: Size): number {
  const shorter = Math.max(1, Math.min(width, height));
  const [right, up, near] = basis(camera);
  const opening = camera.dimensions === 3 ? Math.tan(HALF_ANGLE) : 0;
  let most = 0;
  for (let i = 0; i < x.length; i++) {
    const px = (x[i] as number) - camera.target[0];
    const py = (y[i] as number) - camera.target[1];
    const pz = (z[i] as number) - camera.target[2];
    const along = (row: Row) => row[0] * px + row[1] * py + row[2] * pz;
    const across = (Math.abs(along(right)) * shorter) / Math.max(1, width);
    const upwards = (Math.abs(along(up)) * shorter) / Math.max(1, height);
    // What is in front of the target looks larger.
    const radius = Math.max(across, upwards) + along(near) * opening;
    if (radius > most) most = radius;
  }
  return most;
}

type Row = readonly [number, number, number];

/** Right, up and towards the eye, as rows. */
function basis({ yaw, pitch }: Camera): readonly [Row, Row, Row] {
  const [cy, sy] = [Math.cos(yaw), Math.sin(yaw)];
  const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
  return [
    [cy, 0, -sy],
    [-sy * sp, cp, -cy * sp],
    [sy * cp, sp, cy * cp],
  ];
}

/** Directions of the axes on the canvas: right, down and towards the eye for x, y and z. */
export function axes(camera: Camera): readonly [number, number, number][] {
  const rows = basis(camera);
  const at = (row: number, axis: number) => (rows[row] as readonly number[])[axis] as number;
  return [0, 1, 2].map((axis) => [at(0, axis), -at(1, axis), at(2, axis)]);
}

/** Coordinates to clip space, 16 numbers in columns. */
export function matrix(camera: Camera, size: Size): Float64Array {
  const { target, radius, dimensions } = camera;
  const shorter = Math.max(1, Math.min(size.width, size.height));
  const sx = shorter / Math.max(1, size.width) / radius;
  const sy = shorter / Math.max(1, size.height) / radius;
  const rows = basis(camera);
  const shift = rows.map(
    (row) => -row.reduce((sum, v, axis) => sum + v * (target[axis] as number), 0),
  );
  const out = new Float64Array(16);
  // Seen from the eye at `far` from the target: w = 1 at the target, smaller in front of it.
  const far = dimensions === 3 ? radius / Math.tan(HALF_ANGLE) : Infinity;
  for (let axis = 0; axis < 4; axis++) {
    const of = (row: number) =>
      (axis < 3 ? (rows[row] as readonly number[])[axis] : shift[row]) as number;
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
export function places(positions: Positions, camera: Camera, size: Size): Float32Array {
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
function unit(camera: Camera, size: Size): number {
  return (2 * camera.radius) / Math.max(1, Math.min(size.width, size.height));
}

/** Move the picture by so many CSS pixels. */
export function panned(camera: Camera, dx: number, dy: number, size: Size): Camera {
  const [right, up] = basis(camera);
  const per = unit(camera, size);
  const move = (axis: 0 | 1 | 2) => camera.target[axis] - per * (dx * right[axis] - dy * up[axis]);
  return { ...camera, target: [move(0), move(1), move(2)] };
}

/** Turn by a drag of so many CSS pixels. */
export function orbited(camera: Camera, dx: number, dy: number): Camera {
  if (camera.dimensions === 2) return camera;
  const pitch = Math.min(MOST_PITCH, Math.max(-MOST_PITCH, camera.pitch + dy * 0.008));
  return { ...camera, yaw: camera.yaw - dx * 0.008, pitch };
}

/** Zoom by a factor (above 1: nearer); what is at `place` stays there. */
export function zoomed(camera: Camera, factor: number, place: Place, size: Size): Camera {
  const dx = place.x - size.width / 2;
  const dy = place.y - size.height / 2;
  const there = panned(camera, -dx, -dy, size);
  return panned({ ...there, radius: camera.radius / factor }, dx, dy, size);
}

/** The same view with a point in its middle. */
export function centred(camera: Camera, x: number, y: number, z: number): Camera {
  return { ...camera, target: [x, y, camera.dimensions === 3 ? z : 0] };
}

/** On the way from one camera to another, `share` from 0 to 1. */
export function between(from: Camera, to: Camera, share: number): Camera {
  if (from.dimensions !== to.dimensions) return to;
  const mix = (a: number, b: number) => a + (b - a) * share;
  const target = (axis: 0 | 1 | 2) => mix(from.target[axis], to.target[axis]);
  return {
    dimensions: to.dimensions,
    target: [target(0), target(1), target(2)],
    radius: mix(from.radius, to.radius),
    yaw: mix(from.yaw, to.yaw),
    pitch: mix(from.pitch, to.pitch),
  };
}
