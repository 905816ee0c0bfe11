/** Very many cells as pixels. Where several cells share one, the strongest is seen: none is lost. */

import { mixed, ramp } from "../../lib/mixed";
import type { Raster } from "../shapes/shapes";
import type { MatrixFigure, MatrixWindow } from "./types";

/** What of a figure is seen from afar. */
type Seen = Pick<MatrixFigure, "names" | "strength" | "color" | "opposite">;

/**
 * @param most - pixels of the result at most, along either axis.
 * @param surface - of cells without strength, `#rrggbb`.
 */
export function raster(figure: Seen, window: MatrixWindow, most: number, surface: string): Raster {
  const classes = figure.names.length;
  const [top, bottom] = window.rows;
  const [left, right] = window.columns;
  const width = Math.min(right - left, most);
  const height = Math.min(bottom - top, most);
  const strongest = new Float64Array(width * height);
  for (let row = top; row < bottom; row++) {
    const line = Math.floor(((row - top) * height) / (bottom - top)) * width;
    for (let column = left; column < right; column++) {
      const pixel = line + Math.floor(((column - left) * width) / (right - left));
      const strength = figure.strength[row * classes + column] ?? NaN;
      if (Math.abs(strength) > Math.abs(strongest[pixel] ?? 0)) strongest[pixel] = strength;
    }
  }
  const colorOf = strengthColors(figure, surface);
  const data = new Uint8ClampedArray(width * height * 4);
  strongest.forEach((strength, i) => {
    const value = parseInt(colorOf(strength).slice(1), 16);
    data.set([value >> 16, (value >> 8) & 255, value & 255, 255], 4 * i);
  });
  return { width, height, data };
}

/** The least of a cell that is seen at all: what is not nothing must not look like it. */
const faintest = 0.12;

/** The color of each strength; that of NaN is the surface. */
export function strengthColors(
  { color, opposite }: Pick<MatrixFigure, "color" | "opposite">,
  surface: string,
): (strength: number) => string {
  // A style sheet may say #fff: written in full, like all the others.
  const none = mixed(surface, surface, 0);
  const up = ramp(surface, color);
  const down = ramp(surface, opposite);
  return (strength) => {
    if (!(Math.abs(strength) > 0)) return none;
    const seen = faintest + (1 - faintest) * Math.abs(strength);
    return strength > 0 ? up(seen) : down(seen);
  };
}
