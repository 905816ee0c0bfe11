/** Which part of the plane a figure needs. */

import { firstAtOrAfter } from "./nearest";
import type { Figure, Line, Range, Window, Zoom } from "./types";

/** Room above and below the lines, as a share of their height. */
const margin = 0.05;

/** What is in sight for a zoom; never empty, never a single value. */
export function windowOf(figure: Figure, zoom: Zoom): Window {
  const x = usable(zoom.x, figure.logX) ?? xExtent(figure);
  const y = usable(zoom.y, figure.logY) ?? yExtent(figure, zoom.x === null ? null : x);
  return { x, y };
}

/** Whether no part of a line is in sight. */
export function isEmptyIn({ lines, logX, logY }: Figure, { x, y }: Window): boolean {
  return !lines.some((line) => {
    const heights = line.faint === null ? [line.y] : [line.y, line.faint];
    return heights.some((each) => passes(line.x, each, { x, y }, logX, logY));
  });
}

/** Whether a point, or the way from one to the next, is in sight. */
function passes(
  xs: Float64Array,
  heights: Float64Array,
  { x, y }: Window,
  logX: boolean,
  logY: boolean,
): boolean {
  let before = NaN;
  for (let i = Math.max(0, firstAtOrAfter(xs, x[0]) - 1); i < xs.length; i++) {
    const at = xs[i] ?? NaN;
    const height = heights[i] ?? NaN;
    const isDrawn = Number.isFinite(height) && !(logY && height <= 0) && !(logX && at <= 0);
    const isInside = at >= x[0] && at <= x[1];
    if (isDrawn && (isInside || !Number.isNaN(before))) {
      const from = Number.isNaN(before) ? height : before;
      if (Math.max(from, height) >= y[0] && Math.min(from, height) <= y[1]) return true;
    }
    if (at > x[1]) return false;
    before = isDrawn ? height : NaN;
  }
  return false;
}

function usable(range: Range | null, log: boolean): Range | null {
  return range !== null && range[1] > range[0] && (!log || range[0] > 0) ? range : null;
}

/** From the first to the last point of all lines, their non-finite points included. */
function xExtent({ lines, logX, kind }: Figure): Range {
  let min = Infinity;
  let max = -Infinity;
  for (const { x, nonFinite } of lines) {
    for (const places of nonFinite === null ? [x] : [x, nonFinite.x]) {
      const first = logX ? firstAtOrAfter(places, Number.MIN_VALUE) : 0;
      if (first >= places.length) continue;
      min = Math.min(min, places[first] ?? min);
      max = Math.max(max, places[places.length - 1] ?? max);
    }
  }
  if (min > max) return logX ? [1, 10] : [0, 1];
  if (min < max) return [min, max];
  if (logX) return [min / 2, max * 2];
  const room = kind === "integer" ? 1 : 0.5;
  return [min - room, max + room];
}

/** Heights of the lines within `x` (null: everywhere), with a margin. */
function yExtent(figure: Figure, x: Range | null): Range {
  let min = Infinity;
  let max = -Infinity;
  const positive = figure.logY;
  const scan = (line: Line, heights: Float64Array): void => {
    const from = x === null ? 0 : firstAtOrAfter(line.x, x[0]);
    for (let i = from; i < heights.length; i++) {
      if (x !== null && (line.x[i] ?? Infinity) > x[1]) break;
      const y = heights[i] ?? NaN;
      if (y - y !== 0 || (positive && y <= 0)) continue;
      if (y < min) min = y;
      if (y > max) max = y;
    }
  };
  for (const line of figure.lines) {
    scan(line, line.y);
    if (line.faint !== null) scan(line, line.faint);
  }
  if (figure.limits !== null && x === null) {
    const [low, high] = figure.limits;
    // Quantiles that lie at one height would hide everything else.
    if (high > low) {
      if (!positive || low > 0) min = Math.max(min, low);
      max = Math.min(max, high);
    }
  }
  return padded(min, max, positive);
}

function padded(min: number, max: number, log: boolean): Range {
  if (min > max) return log ? [0.1, 10] : [0, 1];
  // A smoothed constant differs from itself by rounding: that is one height, too.
  const isFlat = max - min <= Math.max(Math.abs(min), Math.abs(max)) * 1e-12;
  if (log) {
    const factor = isFlat ? 2 : (max / min) ** margin;
    return [min / factor, max * factor];
  }
  const room = isFlat ? Math.abs(min) * 0.1 || 1 : (max - min) * margin;
  // The room below the largest doubles would overflow.
  return [Math.max(min - room, -Number.MAX_VALUE / 4), Math.min(max + room, Number.MAX_VALUE / 4)];
}

/** How many finite values a log axis can't show, of the points that the figure holds. */
export function countNonPositive({ lines, logX, logY }: Figure): { x: number; y: number } {
  const count = { x: 0, y: 0 };
  for (const line of lines) {
    if (logX) count.x += firstAtOrAfter(line.x, Number.MIN_VALUE);
    if (!logY) continue;
    for (const y of line.faint ?? line.y) if (y <= 0 && y > -Infinity) count.y++;
  }
  return count;
}
