/** The scale of colors, right of the cells. */

import type { MatrixLayout } from "./layout";
import { strengthColors } from "./raster";
import type { Colors, MatrixFigure, Shape } from "./types";

const width = 8;
const steps = 40;
/** Higher than this it would only be long, in pixels. */
const tallest = 160;

export function scaleShapes(figure: MatrixFigure, { box }: MatrixLayout, colors: Colors): Shape[] {
  const { low, high, hasNegative } = figure.scale;
  const left = box.left + box.width + 10;
  const height = Math.min(tallest, box.height);
  const colorOf = strengthColors(figure, colors.surface);
  const from = hasNegative ? -1 : 0;
  const each = height / steps;
  const places = new Float64Array(4 * steps);
  const fills = Array.from({ length: steps }, (_, i) => {
    places.set([left, box.top + i * each, width, each + 0.5], 4 * i);
    return colorOf(1 - ((1 - from) * i) / (steps - 1));
  });
  const text = (y: number, words: string): Shape => ({
    kind: "text",
    x: left + width + 4,
    y,
    text: words,
    anchor: "start",
    fill: colors.muted,
  });
  return [{ kind: "cells", places, fills }, text(box.top + 9, high), text(box.top + height, low)];
}
