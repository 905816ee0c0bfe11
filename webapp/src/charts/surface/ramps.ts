/** Colours of heights, for the graphics card: it looks them up for each pixel, so that they follow the height and not the triangles. Pure. */

import { colourOf } from "../../lib/palettes";
import type { SurfaceGrid } from "./types";

/** Colours from the least value of the range to the greatest. */
export const rampSteps = 256;

/** @returns red, green, blue, alpha, 0..255: a row of `rampSteps` for each grid. */
export function rampsOf(
  grids: readonly Pick<SurfaceGrid, "colour">[],
  palette: string,
): Uint8Array<ArrayBuffer> {
  const ramps = new Uint8Array(4 * rampSteps * grids.length);
  grids.forEach(({ colour }, row) => {
    const own = colour === undefined ? null : channels(colour);
    for (let step = 0; step < rampSteps; step++) {
      const share = step / (rampSteps - 1);
      const rgb = own === null ? colourOf(palette, share) : shaded(own, share);
      ramps.set([...rgb, 255], 4 * (row * rampSteps + step));
    }
  });
  return ramps;
}

/** A run's colour, darker in the valleys and lighter on the hills. */
function shaded(colour: readonly number[], share: number): number[] {
  const lift = (share - 0.35) * 0.55;
  return colour.map((channel) => channel + (lift > 0 ? 255 - channel : channel) * lift);
}

function channels(colour: string): readonly number[] {
  const value = parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
