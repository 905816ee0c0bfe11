/** A figure as shapes. */

import type { Drawing } from "../base/kind";
import type { Size } from "../shapes/shapes";
import { drawHeat } from "./heat";
import { drawOverlay } from "./overlay";
import { drawRidges } from "./ridge";
import type { Colors, Figure, Mode, Spot } from "./types";

const ways: Record<Mode, (figure: Figure, size: Size, colors: Colors) => Drawing<Spot>> = {
  offset: drawRidges,
  overlay: drawOverlay,
  heat: drawHeat,
};

export function draw(figure: Figure, size: Size, colors: Colors): Drawing<Spot> {
  return ways[figure.mode](figure, size, colors);
}
