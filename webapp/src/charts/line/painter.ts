/** Draws lines and marks on a canvas. */

import { markers, outline, markerSize, type Marker } from "./markers";
import { drawPath, strokesOf } from "./path";
import { areaPath, bandOf, hatches, isHighlighted } from "./areas";
import { crowds, type Crowd } from "./crowds";
import { boundLabels, type BoundLabel } from "./bounds";
import type { Scale } from "../common/scales";
import { font, type Box } from "../shapes/shapes";
import type { Area, Figure, Line, QuietLine } from "./types";
import type { ChartColors } from "../common/theme";

/** How strongly a raw line shows behind its smoothed one. */
export const faintOpacity = 0.42;
/** How strongly an area shows, and a line that is only there for company. */
export const areaOpacity = 0.16;
/** Of the strokes of an area that stands for little. */
export const hatchOpacity = 0.35;
/** The more there are, the fainter is each: together they are a background, not the picture. */
export const quietOpacity = (lines: number): number => Math.max(0.06, Math.min(0.3, 6 / lines));
/** How strongly the heights of a highlight are tinted: lines may have its color as their own. */
export const bandOpacity = 0.06;
export const boundDashes = [5, 4] as const;
export const strokeWidth = 1.5;
/** By so much thicker is a smoothed line than the raw one behind it, which is as thin as can be. */
export const smoothedExtra = 0.7;
/** Of the edge around a text, which keeps it apart from what it stands on. */
export const haloWidth = 3;
export const dotRadius = 2.5;

/**
 * @param context - in CSS pixels, whatever the screen's density.
 * @returns the marks drawn, for whoever wants to know what is under the cursor.
 */
export function paint(
  context: CanvasRenderingContext2D,
  figure: Figure,
  scales: readonly [Scale, Scale, Scale],
  box: Box,
  colors: ChartColors,
): Marker[] {
  context.save();
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
  // Mitred joins of noisy lines would stick out as spikes that are no data.
  context.lineJoin = "bevel";
  context.lineCap = "butt";
  const { lines } = figure;
  const [x, left, right] = scales;
  const scaleOf = ({ axis }: Pick<Line, "axis">): Scale => (axis === "right" ? right : left);
  const bands = (figure.highlights ?? []).map((highlight) => ({
    ...bandOf(highlight.range, left, box),
    lines: lines.filter((line) => isHighlighted(highlight, line)),
  }));
  context.globalAlpha = bandOpacity;
  context.fillStyle = colors.danger;
  for (const { top, height } of bands) context.fillRect(box.left, top, box.width, height);
  for (const area of figure.areas ?? []) paintArea(context, area, x, left, box);
  const stroke = (
    line: QuietLine & Pick<Line, "axis">,
    ys: Float64Array,
    opacity: number,
    width: number,
    color = line.color,
    dash: readonly number[] = [],
  ): void => {
    context.globalAlpha = opacity;
    context.strokeStyle = context.fillStyle = color;
    context.lineWidth = width;
    context.beginPath();
    const lonely = drawPath(context, line.x, ys, x, scaleOf(line), box);
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
    if (lonely.length > 0) dots(context, lonely);
  };
  const quiet = (figure.quiet ?? []).filter(({ isHidden }) => isHidden !== true);
  for (const line of quiet) stroke(line, line.y, quietOpacity(quiet.length), 1);
  for (const line of lines) {
    if (line.faint) stroke(line, line.faint, faintOpacity, 1);
  }
  for (const line of lines) {
    const width = strokeWidth + (line.faint ? smoothedExtra : 0);
    for (const { ys, dash, opacity } of strokesOf(line, x, scaleOf(line), box)) {
      stroke(line, ys, opacity, width, line.color, dash);
    }
  }
  for (const band of bands) {
    context.save();
    context.beginPath();
    context.rect(box.left, band.top, box.width, band.height);
    context.clip();
    for (const line of band.lines) {
      stroke(line, line.y, 1, strokeWidth + 0.5, colors.danger, line.dash);
    }
    context.restore();
    context.globalAlpha = 0.8;
    context.strokeStyle = colors.danger;
    context.lineWidth = 1;
    context.setLineDash(boundDashes);
    context.beginPath();
    for (const bound of band.bounds) {
      context.moveTo(box.left, bound);
      context.lineTo(box.left + box.width, bound);
    }
    context.stroke();
    context.setLineDash([]);
  }

  context.restore();
  context.save();
  context.globalAlpha = 1;
  // At the edge of the plot a mark is as whole as elsewhere.
  const marks = markers(lines, scales, box);
  for (const mark of marks) paintMarker(context, mark, colors.surface);
  paintCrowds(context, crowds(marks, box), colors);
  paintBoundLabels(context, boundLabels(figure, x, left, box), colors);
  context.restore();
  return marks;
}

function paintArea(
  context: CanvasRenderingContext2D,
  area: Area,
  x: Scale,
  y: Scale,
  box: Box,
): void {
  context.beginPath();
  areaPath(context, area, x, y, box);
  if (area.isWeak !== true) {
    context.globalAlpha = areaOpacity;
    context.fillStyle = area.color;
    context.fill();
    return;
  }
  context.save();
  context.clip();
  context.globalAlpha = hatchOpacity;
  context.strokeStyle = area.color;
  context.lineWidth = 1;
  context.beginPath();
  const strokes = hatches(box);
  for (let i = 0; i < strokes.length; i += 4) {
    context.moveTo(strokes[i] ?? 0, strokes[i + 1] ?? 0);
    context.lineTo(strokes[i + 2] ?? 0, strokes[i + 3] ?? 0);
  }
  context.stroke();
  context.restore();
}

function paintCrowds(
  context: CanvasRenderingContext2D,
  all: readonly Crowd[],
  { surface, text: ink }: ChartColors,
): void {
  context.font = font;
  context.textBaseline = "middle";
  context.lineWidth = haloWidth;
  context.lineJoin = "round";
  context.strokeStyle = surface;
  context.fillStyle = ink;
  for (const { text, x, y, isBefore } of all) {
    context.textAlign = isBefore ? "right" : "left";
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}

function paintBoundLabels(
  context: CanvasRenderingContext2D,
  labels: readonly BoundLabel[],
  { surface, danger }: ChartColors,
): void {
  context.font = font;
  context.textAlign = "right";
  context.textBaseline = "alphabetic";
  context.lineWidth = haloWidth;
  context.lineJoin = "round";
  context.strokeStyle = surface;
  context.fillStyle = danger;
  for (const { text, x, y } of labels) {
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}

/** @param places - x and y in turn. */
export function dots(context: CanvasRenderingContext2D, places: readonly number[]): void {
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
  context.fillStyle = ring ? surface : mark.color;
  context.strokeStyle = ring ? mark.color : surface;
  context.lineWidth = 1.5;
  context.stroke();
  context.fill();
}
