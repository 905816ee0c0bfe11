/** Draws lines and marks on a canvas. */

import { markers, outline, markerSize, type Marker } from "./markers";
import { drawPath } from "./path";
import type { Scale } from "./scales";
import type { Box, ChartColours, Line } from "./types";

/** How strongly a raw line shows behind its smoothed one. */
export const faintOpacity = 0.28;
export const strokeWidth = 1.5;
export const dotRadius = 2.5;

/**
 * @param context - in CSS pixels, whatever the screen's density.
 * @param emphasis - key of the line to lift above the others; null: all alike.
 * @returns the marks drawn, for whoever wants to know what is under the cursor.
 */
export function paint(
  context: CanvasRenderingContext2D,
  lines: readonly Line[],
  x: Scale,
  y: Scale,
  box: Box,
  colours: ChartColours,
  emphasis: string | null,
): Marker[] {
  context.save();
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
  // Mitred joins of noisy lines would stick out as spikes that are no data.
  context.lineJoin = "bevel";
  context.lineCap = "butt";
  const stroke = (line: Line, ys: Float64Array, opacity: number, width: number): void => {
    context.globalAlpha = opacity;
    context.strokeStyle = context.fillStyle = line.colour;
    context.lineWidth = width;
    context.beginPath();
    const lonely = drawPath(context, line.x, ys, x, y, box);
    context.stroke();
    if (lonely.length > 0) dots(context, lonely);
  };
  for (const line of lines) {
    if (line.faint !== null) stroke(line, line.faint, faintOpacity, 1);
  }
  const dimmed = emphasis === null ? 1 : 0.35;
  for (const line of lines) if (line.key !== emphasis) stroke(line, line.y, dimmed, strokeWidth);
  const lifted = lines.find((line) => line.key === emphasis);
  if (lifted !== undefined) stroke(lifted, lifted.y, 1, strokeWidth + 1);

  context.globalAlpha = 1;
  const marks = markers(lines, x, y, box);
  for (const mark of marks) paintMarker(context, mark, colours.surface);
  context.restore();
  return marks;
}

function dots(context: CanvasRenderingContext2D, places: readonly number[]): void {
  context.beginPath();
  for (let i = 0; i < places.length; i += 2) {
    const [x = 0, y = 0] = [places[i], places[i + 1]];
    context.moveTo(x + dotRadius, y);
    context.arc(x, y, dotRadius, 0, 2 * Math.PI);
  }
  context.fill();
}

function paintMarker(context: CanvasRenderingContext2D, mark: Marker, surface: string): void {
  context.beginPath();
  for (const [x, y] of outline(mark.shape)) context.lineTo(mark.x + x, mark.y + y);
  if (mark.shape === "ring") context.arc(mark.x, mark.y, markerSize - 1, 0, 2 * Math.PI);
  context.closePath();
  // The edge keeps a mark apart from the line it stands on.
  const ring = mark.shape === "ring";
  context.fillStyle = ring ? surface : mark.colour;
  context.strokeStyle = ring ? mark.colour : surface;
  context.lineWidth = 1.5;
  context.stroke();
  context.fill();
}
