/** What was drawn last, as attributes of the canvas: for the tests and benchmarks that watch it from outside. */

import type { SurfaceFrame } from "./frame";
import type { SurfaceCamera } from "./types";

/**
 * Writes down what has just been drawn, in the frame in which it was:
 * - `data-azimuth`, `data-elevation`, `data-distance`: from where;
 * - `data-z-min`, `data-z-max`: the ends of the range, that of the colors;
 * - `data-top`: where surfaces are cut off;
 * - `data-took`: milliseconds.
 */
export function writeDrawn(
  canvas: HTMLCanvasElement,
  { azimuth, elevation, distance }: SurfaceCamera,
  { tint, z }: SurfaceFrame,
  took: number,
): void {
  const drawn = { azimuth, elevation, distance, zMin: tint.min, zMax: tint.max, top: z.max };
  // Turns add up with the rounding of each.
  for (const [name, value] of Object.entries(drawn))
    canvas.dataset[name] = String(Number(value.toPrecision(9)));
  canvas.dataset.took = took.toFixed(1);
}
