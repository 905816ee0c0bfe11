/** Where one looks from. Pure: a camera is a value, moving it makes another. Its third axis is the vertical one. */

import type { Point, ShapeSize } from "../shapes/shapes";
import { basis, radians, slid, turned as turnedBy, wrapped, type Triple } from "../space/direction";
import type { MeshCamera, MeshProjection } from "./types";

const steepest = 90;
const [nearest, farthest] = [0.004, 6];
/** Of the picture's sides, around what is shown. */
const margin = 1.06;
/** From the middle, in radii: beyond it nothing is left to see. */
const outermost = 4;

/** What makes a picture of a space. */
export interface Lens {
  readonly projection: MeshProjection;
  /** Degrees from the lower to the upper side. */
  readonly fov: number;
}

/** Turn by a drag of so many pixels: what is seen follows the hand. */
export function turned(camera: MeshCamera, dx: number, dy: number): MeshCamera {
  return turnedBy(camera, dx, dy, steepest);
}

/** How far away the eye is at distance 1, and half of the height that it sees there; in radii of what is shown. */
function opened({ projection, fov }: Lens, { width, height }: ShapeSize) {
  const narrow = Math.min(1, width / Math.max(1, height));
  const half = Math.tan((fov / 2) * radians);
  if (projection === "orthographic") return { away: 4, high: margin / narrow };
  // The sides touch a ball where they are tangents to it.
  const angle = Math.atan(half * narrow);
  const away = margin / Math.sin(angle);
  return { away, high: away * half };
}

/** Move what is seen by so many pixels. */
export function panned(
  camera: MeshCamera,
  dx: number,
  dy: number,
  lens: Lens,
  size: ShapeSize,
): MeshCamera {
  const per = (2 * opened(lens, size).high * camera.distance) / Math.max(1, size.height);
  const by = slid(basis(camera), dx, dy, per);
  return { ...camera, target: moved(camera.target, by) };
}

/** @param factor - below 1 to come closer. @param at - what is there stays there; null: the middle. */
export function zoomed(
  camera: MeshCamera,
  factor: number,
  at: Point | null,
  lens: Lens,
  size: ShapeSize,
): MeshCamera {
  const distance = Math.min(farthest, Math.max(nearest, camera.distance * factor));
  if (at === null) return { ...camera, distance };
  const [dx, dy] = [at.x - size.width / 2, at.y - size.height / 2];
  const there = panned(camera, -dx, -dy, lens, size);
  return panned({ ...there, distance }, dx, dy, lens, size);
}

function moved(target: Triple, by: Triple): Triple {
  const part = (axis: 0 | 1 | 2): number =>
    Math.min(outermost, Math.max(-outermost, target[axis] + by[axis]));
  return [part(0), part(1), part(2)];
}

export interface MeshEye {
  readonly position: Triple;
  readonly right: Triple;
  readonly up: Triple;
  /** From the target towards the eye. */
  readonly near: Triple;
  readonly closest: number;
  readonly farthest: number;
  /** Half the height of the picture at the target. */
  readonly high: number;
}

/** Where the eye is, in radii of what is shown. */
export function eyeOf(camera: MeshCamera, lens: Lens, size: ShapeSize): MeshEye {
  const { right, up, near } = basis(camera);
  const open = opened(lens, size);
  const flat = lens.projection === "orthographic";
  // Without a perspective the eye is anywhere before all that there is.
  const away = flat ? 12 : open.away * camera.distance;
  const { target } = camera;
  const position: Triple = [
    target[0] + away * near[0],
    target[1] + away * near[1],
    target[2] + away * near[2],
  ];
  const reach = 1.8 + Math.hypot(...target);
  return {
    position,
    right,
    up,
    near,
    closest: flat ? 0.01 : Math.max(away * 0.02, away - reach),
    farthest: away + reach + 10,
    high: open.high * camera.distance,
  };
}

/** A camera in a few characters, for a link. */
export function formatCamera({ azimuth, elevation, distance, target }: MeshCamera): string {
  const round = (value: number, digits: number) => String(Number(value.toFixed(digits)));
  return [
    round(azimuth, 1),
    round(elevation, 1),
    round(distance, 4),
    ...target.map((value) => round(value, 4)),
  ].join(" ");
}

/** undefined: not a camera. */
export function parseCamera(text: string): MeshCamera | undefined {
  const parts = text.split(" ").map((part) => (part === "" ? NaN : Number(part)));
  if (parts.length !== 6 || !parts.every((value) => Number.isFinite(value))) return undefined;
  const [azimuth = 0, elevation = 0, distance = 1, x = 0, y = 0, z = 0] = parts;
  return {
    azimuth: wrapped(azimuth),
    elevation: Math.min(steepest, Math.max(-steepest, elevation)),
    distance: Math.min(farthest, Math.max(nearest, distance)),
    target: moved([x, y, z], [0, 0, 0]),
  };
}
