/** A line of arrays as strokes in pixels. */

import { firstAtOrAfter } from "./nearest";
import type { ChartScale } from "../common/scales";
import type { ChartLine } from "./types";
import type { ShapeBox } from "../shapes/shapes";

/** What a line is drawn with: a canvas path, or the text of an SVG path. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

/** Projects values onto pixels of a box, y upwards. */
export interface LineProjection {
  x(value: number): number;
  y(value: number): number;
}

export function projection(x: ChartScale, y: ChartScale, box: ShapeBox): LineProjection {
  return {
    x: along(x, box.left, box.width),
    y: along(y, box.top + box.height, -box.height),
  };
}

/** How lines of either axis lie on the plot. @param scales - of x, of the left axis, of the right one. */
export function projectionsOf(
  [x, left, right]: readonly [ChartScale, ChartScale, ChartScale],
  box: ShapeBox,
): Readonly<Record<"left" | "right", LineProjection>> {
  return { left: projection(x, left, box), right: projection(x, right, box) };
}

/** A closure with its factors worked out: it runs for every point of every frame. */
function along(
  { range, log }: ChartScale,
  from: number,
  length: number,
): (value: number) => number {
  const [min, max] = range;
  if (log) {
    const perLog = length / Math.log(max / min);
    return (value) => from + Math.log(value / min) * perLog;
  }
  const perUnit = length / (max - min);
  return (value) => from + (value - min) * perUnit;
}

/** Far enough outside for any stroke to be out of sight, near enough for the canvas' arithmetic. */
const far = 1e4;

/**
 * Draws the points in sight and one beyond each end. Where points are many, those of one pixel column
 * are drawn as one stroke over their heights, so that strokes are bounded by the plot's width.
 * A non-finite height, or one that a log axis can't show, makes a gap.
 * @returns the points between two gaps, which no stroke can show: x and y of each, in pixels.
 */
export function drawPath(
  pen: Pen,
  xs: Float64Array,
  ys: Float64Array,
  x: ChartScale,
  y: ChartScale,
  box: ShapeBox,
): number[] {
  const lonely: number[] = [];
  const to = projection(x, y, box);
  const first = Math.max(0, firstAtOrAfter(xs, x.range[0]) - 1);
  const end = Math.min(xs.length, firstAtOrAfter(xs, x.range[1]) + 2);
  const isDense = end - first > 2 * box.width;
  /** Points of the stroke so far; 0: the pen is up. */
  let points = 0;
  let column = NaN;
  let low = 0;
  let high = 0;
  let last = 0;

  const flush = (): void => {
    if (low === high) pen.lineTo(column, low);
    else if (Math.abs(last - low) < Math.abs(last - high)) {
      pen.lineTo(column, low);
      pen.lineTo(column, (last = high));
    } else {
      pen.lineTo(column, high);
      pen.lineTo(column, (last = low));
    }
  };
  const finish = (): void => {
    if (points === 1) lonely.push(column, last);
    else if (points > 1 && isDense) flush();
    points = 0;
  };

  for (let i = first; i < end; i++) {
    const valueX = xs[i] ?? NaN;
    const valueY = ys[i] ?? NaN;
    if (valueY - valueY !== 0 || (y.log && valueY <= 0) || (x.log && valueX <= 0)) {
      finish();
      continue;
    }
    const pixelX = Math.min(far, Math.max(-far, to.x(valueX)));
    const pixelY = Math.min(far, Math.max(-far, to.y(valueY)));
    const place = isDense ? Math.round(pixelX) : pixelX;
    points++;
    if (points === 1) {
      pen.moveTo(place, pixelY);
      low = high = last = pixelY;
    } else if (!isDense) {
      pen.lineTo(place, pixelY);
      last = pixelY;
    } else if (place === column) {
      if (pixelY < low) low = pixelY;
      if (pixelY > high) high = pixelY;
    } else {
      flush();
      low = high = pixelY;
    }
    column = place;
  }
  finish();
  return lonely;
}

/** So many times around the plot, and a line is a band. */
const mostTurns = 4;

/** Of the part of a line that says little, in pixels: shorter than those that distinguish lines. */
const weakDash = [2, 3] as const;

/** Of that part: where a line is too noisy for dashes, this marks it. */
const weakOpacity = 0.6;

interface Stroke {
  readonly ys: Float64Array;
  readonly dash: readonly number[];
  readonly opacity: number;
}

/** What a line is drawn by: one stroke, or one for each of its parts. */
export function strokesOf(
  line: Pick<ChartLine, "x" | "y" | "dash" | "parts">,
  x: ChartScale,
  y: ChartScale,
  box: ShapeBox,
): readonly Stroke[] {
  const { parts } = line;
  const strokeOf = (ys: Float64Array, dash: readonly number[] = [], opacity = 1): Stroke => ({
    ys,
    dash: dashOf({ x: line.x, y: ys, dash }, x, y, box),
    opacity,
  });
  if (parts === undefined) return [strokeOf(line.y, line.dash)];
  return [strokeOf(parts.sure, line.dash), strokeOf(parts.weak, weakDash, weakOpacity)];
}

/**
 * The dashes that a line is drawn with. One that goes up and down in every pixel has none: nobody could
 * see them, and a canvas takes long to draw them.
 */
export function dashOf(
  { x: xs, y: ys, dash = [] }: Pick<ChartLine, "x" | "y" | "dash">,
  x: ChartScale,
  y: ChartScale,
  box: ShapeBox,
): readonly number[] {
  if (dash.length === 0) return dash;
  let way = 0;
  let [atX, atY] = [NaN, NaN];
  const measure: Pen = {
    moveTo(nextX, nextY) {
      [atX, atY] = [nextX, nextY];
    },
    lineTo(nextX, nextY) {
      way += Math.abs(nextX - atX) + Math.min(box.height, Math.abs(nextY - atY));
      [atX, atY] = [nextX, nextY];
    },
  };
  drawPath(measure, xs, ys, x, y, box);
  return way > mostTurns * 2 * (box.width + box.height) ? [] : dash;
}
