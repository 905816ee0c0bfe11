/** The color of a surface in its light, as the shader has it. Pure. */

import { hexOf } from "../../../lib/palettes";
import { basis, radians, type Triple } from "../../space/direction";
import { rampSteps } from "../ramps";
import type { SurfaceCamera, Light } from "../types";
import { dot } from "./projection";

/** Where the light comes from: it turns with the eye. */
export function sunOf(camera: SurfaceCamera, light: Light): Triple {
  const { right, near } = basis({ ...camera, elevation: 0 });
  const angle = light.azimuth * radians;
  const [side, front] = [Math.sin(angle), Math.cos(angle)];
  return unit([side * right[0] + front * near[0], side * right[1] + front * near[1], 1.1]);
}

export interface Lit {
  readonly normal: Triple;
  /** Towards the eye. */
  readonly towards: Triple;
  readonly sun: Triple;
  readonly strength: number;
}

/**
 * @param ramps - as `rampsOf` makes them. @param row - of the grid. @param share - of the range, 0..1.
 * @returns `#rrggbb`
 */
export function litColor(ramps: Uint8Array, row: number, share: number, lit: Lit): string {
  const { normal, towards, sun, strength } = lit;
  const step = Math.round(Math.min(1, Math.max(0, share)) * (rampSteps - 1));
  const at = 4 * (row * rampSteps + step);
  const light = 0.5 + 0.5 * dot(normal, sun);
  const shade = 1 + strength * (0.42 + 0.68 * light * light + 0.12 * light - 1);
  const between = unit([sun[0] + towards[0], sun[1] + towards[1], sun[2] + towards[2]]);
  const shine = 0.14 * strength * Math.max(dot(normal, between), 0) ** 28;
  const back = dot(normal, towards) < 0 ? 1 - 0.22 * strength : 1;
  const channel = (i: number): number =>
    Math.round(Math.min(255, (ramps[at + i] ?? 0) * shade * back + 255 * shine));
  return hexOf([channel(0), channel(1), channel(2)]);
}

export function unit(of: Triple): Triple {
  const length = Math.hypot(...of) || 1;
  return [of[0] / length, of[1] / length, of[2] / length];
}
