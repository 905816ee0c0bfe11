/** Colors of heights, for the graphics card: it looks them up for each pixel, so that they follow the height and not the triangles. Pure. */

import { colorOf } from "../../lib/palettes";
import type { SurfaceGrid } from "./types";

/** Colors from the least value of the range to the greatest. */
export const rampSteps = 256;

/** @returns red, green, blue, alpha, 0..255: a row of `rampSteps` for each grid. */
export function rampsOf(
  grids: readonly Pick<SurfaceGrid, "color">[],
  palette: string,
): Uint8Array<ArrayBuffer> {
  const ramps = new Uint8Array(4 * rampSteps * grids.length);
  grids.forEach(({ color }, row) => {
    const own = color === undefined ? null : channels(color);
    for (let step = 0; step < rampSteps; step++) {
      const share = step / (rampSteps - 1);
      const rgb = own === null ? colorOf(palette, share) : shaded(own, share);
      ramps.set([...rgb, 255], 4 * (row * rampSteps + step));
    }
  });
  return ramps;
}

/** A run's color, darker in the valleys and lighter on the hills. */
function shaded(color: readonly number[], share: number): number[] {
  const lift = (share - 0.35) * 0.55;
  return color.map((channel) => channel + (lift > 0 ? 255 - channel : channel) * lift);
}

function channels(color: string): readonly number[] {
  const value = parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
