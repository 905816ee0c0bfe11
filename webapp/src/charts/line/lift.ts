/** Lifts lines above a drawing that is there already, so that it need not be drawn anew. */

import type { ChartColors } from "../common/theme";
import type { Scale } from "../common/scales";
import type { Box } from "../shapes/shapes";
import { dots, faintOpacity, strokeWidth } from "./painter";
import { drawPath } from "./path";
import type { Figure, Line, QuietLine } from "./types";

/** How much of what is not lifted is covered. */
const veilOpacity = 0.65;

interface Lifted {
  readonly line: QuietLine & Partial<Pick<Line, "axis" | "faint">>;
}

/** @param keys - of lines, or of quiet ones. */
export function liftedLines(figure: Figure, keys: readonly string[]): readonly Lifted[] {
  if (keys.length === 0) return [];
  const wanted = new Set(keys);
  return [...(figure.quiet ?? []), ...figure.lines]
    .filter(({ key }) => key !== undefined && wanted.has(key))
    .map((line) => ({ line }));
}

/**
 * Covers a drawing with a veil and draws the lifted lines above it, without dashes, as they need not be
 * told apart; clears it if there are none.
 * @param size - of the canvas in CSS pixels, in which everything here is.
 */
export function paintLifted(
  context: CanvasRenderingContext2D,
  lifted: readonly Lifted[],
  [x, left, right]: readonly [Scale, Scale, Scale],
  box: Box,
  size: { readonly width: number; readonly height: number },
  colors: ChartColors,
): void {
  context.clearRect(0, 0, size.width, size.height);
  if (lifted.length === 0) return;
  context.save();
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
  context.globalAlpha = veilOpacity;
  context.fillStyle = colors.surface;
  context.fillRect(box.left, box.top, box.width, box.height);
  context.lineJoin = "bevel";
  for (const { line } of lifted) {
    const y = line.axis === "right" ? right : left;
    const stroke = (ys: Float64Array, opacity: number, width: number): void => {
      context.globalAlpha = opacity;
      context.strokeStyle = context.fillStyle = line.color;
      context.lineWidth = width;
      context.beginPath();
      const lonely = drawPath(context, line.x, ys, x, y, box);
      context.stroke();
      if (lonely.length > 0) dots(context, lonely);
    };
    if (line.faint) stroke(line.faint, faintOpacity, 1);
    stroke(line.y, 1, strokeWidth + 1.5);
  }
  context.restore();
}
