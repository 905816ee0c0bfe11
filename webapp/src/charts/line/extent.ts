/** Which part of the plane a figure needs. */

import { countBeyond, heightsOf, squeezersOf, type Side } from "./heights";
import { firstAtOrAfter } from "./nearest";
import { fraction, valueAt } from "../common/scales";
import type { LineFigure, ChartLine, QuietLine, ChartRange, LineWindow, Zoom } from "./types";

/** Room above and below the lines, as a share of their height. */
const margin = 0.05;

/** What is in sight for a zoom; never empty, never a single value. */
export function windowOf(figure: LineFigure, zoom: Zoom): LineWindow {
  const { logX = false, logY = false, logRight = false } = figure;
  const x = usable(zoom.x, logX) ?? xExtent(figure);
  const within = zoom.x === null ? null : x;
  const zoomed = usable(zoom.y, logY);
  const left = (): ChartRange => yExtent(figure, "left", within);
  if (!figure.lines.some(({ axis }) => axis === "right")) return { x, y: zoomed ?? left() };
  const right = yExtent(figure, "right", within);
  if (zoomed === null) return { x, y: left(), right };
  // A box over the plot means the same part of both axes.
  const whole = { range: left(), log: logY };
  const shares = zoomed.map((end) => fraction(whole, end)) as [number, number];
  const other = { range: right, log: logRight };
  return { x, y: zoomed, right: [valueAt(other, shares[0]), valueAt(other, shares[1])] };
}

/** Whether there is anything to draw, be it without a height. */
export function hasCurves({ lines, areas = [], quiet = [] }: LineFigure): boolean {
  return lines.length > 0 || areas.length > 0 || quiet.length > 0;
}

/** Whether anything is read on the left axis; an empty chart has that axis. */
export function hasLeft({ lines, areas = [], quiet = [] }: LineFigure): boolean {
  if (lines.length === 0 || areas.length > 0 || quiet.length > 0) return true;
  return lines.some(({ axis }) => axis !== "right");
}

/** Whether no part of a line is in sight. */
export function isEmptyIn(figure: LineFigure, { x, ...window }: LineWindow): boolean {
  const { lines, logX = false, logY = false, logRight = logY } = figure;
  return !lines.some((line) => {
    const isRight = line.axis === "right";
    const y = (isRight ? window.right : null) ?? window.y;
    const heights = line.faint ? [line.y, line.faint] : [line.y];
    return heights.some((each) => passes(line.x, each, { x, y }, logX, isRight ? logRight : logY));
  });
}

/** Whether a point, or the way from one to the next, is in sight. */
function passes(
  xs: Float64Array,
  heights: Float64Array,
  { x, y }: LineWindow,
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

function usable(range: ChartRange | null, log: boolean): ChartRange | null {
  return range !== null && range[1] > range[0] && (!log || range[0] > 0) ? range : null;
}

/** From the first to the last point of all lines, their non-finite points included. */
function xExtent({ lines, logX, kind, quiet = [] }: LineFigure): ChartRange {
  let min = Infinity;
  let max = -Infinity;
  const all: readonly (QuietLine & Partial<ChartLine>)[] = [...lines, ...quiet];
  for (const { x, nonFinite } of all) {
    for (const places of nonFinite ? [x, nonFinite.x] : [x]) {
      const first = logX ? firstAtOrAfter(places, Number.MIN_VALUE) : 0;
      if (first >= places.length) continue;
      min = Math.min(min, places[first] ?? min);
      max = Math.max(max, places[places.length - 1] ?? max);
    }
  }
  if (min > max) return logX ? [1, 10] : [0, 1];
  if (min < max) return [min, max];
  if (logX) return [min / 2, max * 2];
  // Far out, neighboring numbers are further apart than that.
  const room = Math.max(kind === "integer" ? 1 : 0.5, Math.abs(min) * 2 ** -50);
  return [min - room, max + room];
}

/** Heights of an axis within `x` (null: everywhere), with a margin. */
function yExtent(figure: LineFigure, side: Side, x: ChartRange | null): ChartRange {
  const [min, max] = heightsOf(figure, side, x) ?? [Infinity, -Infinity];
  const usual = padded(min, max, (side === "left" ? figure.logY : figure.logRight) ?? false);
  return side === "left" ? ended(usual, figure) : usual;
}

/** With the ends that are set, of those that its axis can have; another one gives way where it would not be beyond. */
function ended(usual: ChartRange, { ends = [null, null], logY = false }: LineFigure): ChartRange {
  const [low, high] = ends.map((end) => (end !== null && logY && end <= 0 ? null : end));
  const isLow = low !== undefined && low !== null;
  const isHigh = high !== undefined && high !== null;
  if (isLow && isHigh) return low < high ? [low, high] : usual;
  if (isLow) return [low, low < usual[1] ? usual[1] : padded(low, low, logY)[1]];
  if (isHigh) return [high > usual[0] ? usual[0] : padded(high, high, logY)[0], high];
  return usual;
}

/** Whether the heights of the left axis are chosen. */
function isChosen(
  { ends = [null, null], logY = false }: LineFigure,
  y: ChartRange | null,
): boolean {
  return usable(y, logY) !== null || ends.some((end) => end !== null);
}

/** How many curves reach beyond the heights that their axis shows of them while nobody zoomed it. */
export function beyond(figure: LineFigure, { x, y }: Zoom): number {
  if (isChosen(figure, y)) return 0;
  const within = usable(x, figure.logX ?? false);
  return countBeyond(figure, "left", within) + countBeyond(figure, "right", within);
}

/**
 * How many curves leave the others hardly any of the height that their axis has while nobody zoomed it, and whether on
 * a logarithmic left axis none would, and all be seen.
 */
export function squeezed(figure: LineFigure, { x, y }: Zoom): { count: number; byLog: boolean } {
  if (isChosen(figure, y)) return { count: 0, byLog: false };
  const within = usable(x, figure.logX ?? false);
  const left = squeezersOf(figure, "left", within).size;
  const right = squeezersOf(figure, "right", within).size;
  const byLog =
    left > 0 &&
    right === 0 &&
    figure.logY !== true &&
    (heightsOf(figure, "left", within)?.[0] ?? 0) > 0 &&
    squeezersOf({ ...figure, logY: true }, "left", within).size === 0;
  return { count: left + right, byLog };
}

function padded(min: number, max: number, log: boolean): ChartRange {
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
export function countNonPositive({ lines, logX, logY, logRight }: LineFigure): {
  x: number;
  y: number;
} {
  const count = { x: 0, y: 0 };
  for (const line of lines) {
    if (logX) count.x += firstAtOrAfter(line.x, Number.MIN_VALUE);
    if (!(line.axis === "right" ? logRight : logY)) continue;
    for (const y of line.faint ?? line.y) if (y <= 0 && y > -Infinity) count.y++;
  }
  return count;
}
