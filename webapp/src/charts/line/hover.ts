/** What is under the cursor. */

import { nearestIndex } from "./nearest";
import { projectionsOf } from "./path";
import { fraction, type ChartScale } from "../common/scales";
import type { LineCursor, LineFigure, Hover, ChartLine, LineWindow } from "./types";
import type { ShapeBox } from "../shapes/shapes";

/** A point to mark on the plot, in pixels of the host. */
export interface HoverPoint {
  readonly x: number;
  readonly y: number;
  readonly color: string;
  readonly isNearest: boolean;
}

/** A line that ends within this share of the plot's width from the cursor is still there. */
const closeBy = 0.03;

/**
 * The nearest point of each line to a cursor.
 * @param x - of the cursor, in the unit of the axis.
 * @param y - of the cursor in pixels of the host; null: at no height, so that no line is nearest.
 */
export function hoverAt(
  figure: LineFigure,
  window: LineWindow,
  box: ShapeBox,
  x: number,
  y: number | null,
): LineCursor {
  const scales = scalesOf(figure, window);
  const [xScale] = scales;
  const projections = projectionsOf(scales, box);
  const indexes: number[] = [];
  const distances: number[] = [];
  const apart: boolean[] = [];
  let nearest = -1;
  figure.lines.forEach((line, position) => {
    const to = projections[line.axis ?? "left"];
    const index = nearestIndex(line.x, x);
    const at = line.x[index] ?? NaN;
    // NaN, and so out of sight, for what a log axis can't show.
    const away = to.x(at) - box.left;
    const inSight = away >= -1 && away <= box.width + 1;
    indexes.push(inSight ? index : -1);
    const height = line.y[index] ?? NaN;
    const drawn = inSight && Number.isFinite(to.y(height));
    const distance = drawn && y !== null ? Math.abs(to.y(height) - y) : Infinity;
    distances.push(distance);
    const isEnd = at < x ? index === line.x.length - 1 : index === 0;
    const isApart = isEnd && Math.abs(fraction(xScale, at) - fraction(xScale, x)) > closeBy;
    apart.push(isApart);
    if (!isApart && distance < (distances[nearest] ?? Infinity)) nearest = position;
  });
  return { x, indexes, distances, apart, nearest };
}

/** Dots for the points of a hover that have a height in sight. */
export function hoverPoints(
  figure: LineFigure,
  window: LineWindow,
  box: ShapeBox,
  { indexes, nearest }: LineCursor,
): HoverPoint[] {
  const projections = projectionsOf(scalesOf(figure, window), box);
  const points: HoverPoint[] = [];
  figure.lines.forEach((line, position) => {
    const index = indexes[position] ?? -1;
    const height = line.y[index] ?? NaN;
    const to = projections[line.axis ?? "left"];
    if (!Number.isFinite(to.y(height))) return;
    const point = { x: to.x(line.x[index] ?? NaN), y: to.y(height) };
    if (point.y < box.top - 1 || point.y > box.top + box.height + 1) return;
    points.push({ ...point, color: line.color, isNearest: position === nearest });
  });
  return points;
}

/** Of the x axis, the left one, and the right one, which is the left where there is none. */
export function scalesOf(
  figure: LineFigure,
  window: LineWindow,
): [ChartScale, ChartScale, ChartScale] {
  const { logX = false, logY = false, logRight = false } = figure;
  const left = { range: window.y, log: logY };
  const right = window.right && { range: window.right, log: logRight };
  return [{ range: window.x, log: logX }, left, right ?? left];
}

/**
 * The x of the next point of any line, for stepping through the points by keyboard.
 * @param direction - 1 to the right, -1 to the left.
 * @returns `x` itself where there is no further point in sight.
 */
export function nextPointX(
  { lines }: LineFigure,
  window: LineWindow,
  x: number,
  direction: 1 | -1,
): number {
  let best: number | null = null;
  for (const line of lines) {
    let index = nearestIndex(line.x, x);
    while (index >= 0 && index < line.x.length) {
      const at = line.x[index] ?? NaN;
      if ((at - x) * direction > 0) {
        const closer = best === null || (best - at) * direction > 0;
        if (at >= window.x[0] && at <= window.x[1] && closer) best = at;
        break;
      }
      index += direction;
    }
  }
  return best ?? x;
}

/** So close, in pixels, a cursor is at a line. */
export const atLine = 14;

/** The line that a pointer is at; undefined if it is at none. */
export function lineAt({ lines }: LineFigure, hover: Hover): ChartLine | undefined {
  return (hover.distances[hover.nearest] ?? Infinity) > atLine ? undefined : lines[hover.nearest];
}
