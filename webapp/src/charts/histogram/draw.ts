/** A figure as shapes. */

import type { ChartDrawing } from "../base/kind";
import type { ShapeSize } from "../shapes/shapes";
import { drawHeat } from "./heat";
import { drawOverlay } from "./overlay";
import { drawRidges } from "./ridge";
import type { Colors, HistogramFigure, Mode, HistogramSpot } from "./types";

const ways: Record<
  Mode,
  (figure: HistogramFigure, size: ShapeSize, colors: Colors) => ChartDrawing<HistogramSpot>
> = {
  offset: drawRidges,
  overlay: drawOverlay,
  heat: drawHeat,
};

export function draw(
  figure: HistogramFigure,
  size: ShapeSize,
  colors: Colors,
): ChartDrawing<HistogramSpot> {
  return ways[figure.mode](figure, size, colors);
}
