/** Where one looks from. Pure: a camera is a value, moving it makes another. */

import type { ShapeSize } from "../shapes/shapes";
import { basis, radians, slid, turned as turnedBy, wrapped, type Triple } from "../space/direction";
import type { SurfaceCamera } from "./types";

/** Degrees from the lower to the upper side: few, so that heights can be compared. */
export const opening = 24;

const steepest = 89;
const [nearest, farthest] = [0.12, 3];

/** Turn by a drag of so many pixels: the box follows the hand. */
export function turned(camera: SurfaceCamera, dx: number, dy: number): SurfaceCamera {
  return turnedBy(camera, dx, dy, steepest);
}

/** @param factor - below 1 to come closer. */
export function zoomed(camera: SurfaceCamera, factor: number): SurfaceCamera {
  const distance = Math.min(farthest, Math.max(nearest, camera.distance * factor));
  return { ...camera, distance };
}

/** Move what is seen by so many pixels of a chart of `size`, for a box of these halves. */
export function panned(
  camera: SurfaceCamera,
  dx: number,
  dy: number,
  size: ShapeSize,
  box: Triple,
): SurfaceCamera {
  const seen = 2 * needed(box, camera.elevation, size) * camera.distance;
  const per = seen / Math.max(1, size.height);
  const by = slid(basis(camera), dx, dy, per);
  const target = camera.target.map((at, axis) =>
    Math.min(1, Math.max(-1, at + (by[axis] ?? 0) / (box[axis] ?? 1))),
  );
  return { ...camera, target: target as unknown as Triple };
}

/** Radius of a ball around the box. */
function reach(box: Triple): number {
  return Math.hypot(...box);
}

export interface SurfaceEye {
  readonly position: Triple;
  readonly target: Triple;
  /** Degrees from the lower to the upper side. */
  readonly fov: number;
  readonly near: number;
  readonly far: number;
}

/** Room for the numbers and names of the axes, on each side, in pixels. */
const margin = { x: 46, y: 26 };

/**
 * Half the height of what has to be in sight at the target, in the scene. It depends on how high the
 * eye is, and not on which way it looks: a box that is turned does not breathe.
 */
function needed([hx, hy, hz]: Triple, elevation: number, { width, height }: ShapeSize): number {
  const across = Math.hypot(hx, hy);
  const [ce, se] = [Math.cos(elevation * radians), Math.abs(Math.sin(elevation * radians))];
  // What is in front of the target looks larger.
  const nearer = 1 + 0.12 * ce;
  const upwards = (hz * ce + across * se) * nearer;
  const share = (room: number, side: number) => Math.max(0.5, 1 - (2 * room) / Math.max(1, side));
  const aspect = Math.max(1, width) / Math.max(1, height);
  return Math.max(
    upwards / share(margin.y, height),
    (across * nearer) / (aspect * share(margin.x, width)),
  );
}

/** Where the eye is for a box of these halves, so that at distance 1 the box and its labels fit. */
export function eyeOf(camera: SurfaceCamera, box: Triple, size: ShapeSize): SurfaceEye {
  const ball = reach(box);
  const half = Math.tan((opening / 2) * radians);
  const away = (needed(box, camera.elevation, size) / half) * camera.distance;
  const { near } = basis(camera);
  const target = camera.target.map((at, axis) => at * (box[axis] ?? 0)) as unknown as Triple;
  const position = target.map((at, axis) => at + away * (near[axis] ?? 0)) as unknown as Triple;
  return {
    position,
    target,
    fov: opening,
    near: Math.max(away * 0.01, away - 3 * ball),
    far: away + 4 * ball,
  };
}

/** A camera in a few characters, for a link. */
export function formatCamera({ azimuth, elevation, distance, target }: SurfaceCamera): string {
  const round = (value: number, digits: number) => String(Number(value.toFixed(digits)));
  return [
    round(azimuth, 1),
    round(elevation, 1),
    round(distance, 3),
    ...target.map((value) => round(value, 3)),
  ].join(" ");
}

/** undefined: not a camera. */
export function parseCamera(text: string): SurfaceCamera | undefined {
  const [azimuth, elevation, distance, x, y, z, ...more] = text.split(" ").map(Number);
  const all = [azimuth, elevation, distance, x, y, z];
  if (more.length > 0 || !all.every((value) => Number.isFinite(value))) return undefined;
  const within = (value: number | undefined) => Math.min(1, Math.max(-1, value ?? 0));
  const camera = {
    azimuth: wrapped(azimuth ?? 0),
    elevation: Math.min(steepest, Math.max(-steepest, elevation ?? 0)),
    distance: distance ?? 1,
    target: [within(x), within(y), within(z)],
  } as const;
  return zoomed(camera, 1);
}
