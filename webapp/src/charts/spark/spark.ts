/** A curve so small that it needs no axes: its way, its end, and where it has no height any more. */

import { type ChartCurve as DivergedCurve, deciding } from "../common/diverged";

export interface Spark {
  /** Of an SVG path; empty if there is nothing to draw. */
  readonly path: string;
  /** The last point with a height, pixels; null if there is none in sight. */
  readonly end: readonly [x: number, y: number] | null;
  /** Where it ends in values that are not finite, pixels; null: it does not. */
  readonly broken: number | null;
}

/** Heights from the bottom to the top. */
export type SparkRange = readonly [low: number, high: number];

export interface SparkBox {
  readonly width: number;
  readonly height: number;
  /** Free at each side, so that a line at the edge is whole. */
  readonly margin: number;
}

/**
 * @param x - rising, [N]. @param y - [N]; what is not finite has no height.
 * @param lost - places of further values that are not finite, rising.
 * @param heights - the curve's own unless given; where it leaves them it is cut, with an arrow.
 * @param widths - the curve's own unless given.
 */
export function sparkOf(
  x: Float64Array,
  y: Float64Array,
  lost: Float64Array,
  box: SparkBox,
  heights: SparkRange | null = rangeOf(y),
  widths: SparkRange | null = widthsOf(x, lost),
): Spark {
  if (heights === null || widths === null) {
    return { path: "", end: null, broken: x.length + lost.length > 0 ? box.margin : null };
  }
  const [left, wide] = [box.margin, box.width - 2 * box.margin];
  const [top, high] = [box.margin, box.height - 2 * box.margin];
  const across = (at: number): number => {
    const share = (at - widths[0]) / (widths[1] - widths[0]);
    return left + wide * (Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0.5);
  };
  const up = (value: number): number => {
    const share = (value - heights[0]) / (heights[1] - heights[0]);
    return top + high * (1 - (Number.isFinite(share) ? share : 0.5));
  };
  const pen = new Pen(top, top + high);
  let end: [number, number] | null = null;
  let [lastHigh, lastLost] = [-Infinity, lost.at(-1) ?? -Infinity];
  for (let i = 0; i < x.length; i++) {
    const [at, value] = [x[i] as number, y[i] as number];
    if (!Number.isFinite(value)) {
      pen.lift();
      lastLost = Math.max(lastLost, at);
      continue;
    }
    end = [across(at), up(value)];
    lastHigh = at;
    pen.to(...end);
  }
  const isInside = end !== null && end[1] >= top - SLACK && end[1] <= top + high + SLACK;
  const broken = lastLost > lastHigh ? across(lastLost) : null;
  return { path: pen.path, end: isInside ? end : null, broken };
}

/** Pixels by which a place may be off by rounding. */
const SLACK = 1e-6;
/** Half the width of an arrow, pixels. */
const ARROW = 2.5;

/** Draws a line between two heights: where it leaves them it is cut, and an arrow says which way it went. */
class Pen {
  path = "";
  readonly #top: number;
  readonly #bottom: number;
  /** Where it is, be it out of sight; null: lifted. */
  #at: readonly [x: number, y: number] | null = null;
  /** Whether the path ends where it is. */
  #isDrawing = false;

  constructor(top: number, bottom: number) {
    this.#top = top - SLACK;
    this.#bottom = bottom + SLACK;
  }

  lift(): void {
    this.#at = null;
    this.#isDrawing = false;
  }

  to(x: number, y: number): void {
    const from = this.#at;
    this.#at = [x, y];
    const isIn = this.#isIn(y);
    if (from === null) {
      if (isIn) this.#move(x, y);
      else this.#arrow(x, y);
      return;
    }
    const wasIn = this.#isIn(from[1]);
    if (!wasIn && this.#isIn(from[1], y)) this.#move(...this.#crossing(from, [x, y], from[1]));
    if (isIn) this.#line(x, y);
    else if (wasIn || this.#isIn(from[1], y)) {
      this.#line(...this.#crossing(from, [x, y], y));
      this.#arrow(this.#crossing(from, [x, y], y)[0], y);
    }
  }

  /** Whether a height is in sight, or some of those between two. */
  #isIn(y: number, other = y): boolean {
    return Math.max(y, other) >= this.#top && Math.min(y, other) <= this.#bottom;
  }

  /** Where the way from one point to another crosses the edge beyond which a height lies. */
  #crossing(
    [x, y]: readonly [number, number],
    [toX, toY]: readonly [number, number],
    beyond: number,
  ): [number, number] {
    const edge = beyond < this.#top ? this.#top : this.#bottom;
    return [x + ((edge - y) / (toY - y)) * (toX - x), edge];
  }

  #move(x: number, y: number): void {
    this.path += `M${x.toFixed(1)} ${y.toFixed(1)}`;
    this.#isDrawing = true;
  }

  #line(x: number, y: number): void {
    this.path += `${this.#isDrawing ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    this.#isDrawing = true;
  }

  /** At the edge beyond which a height lies. */
  #arrow(x: number, y: number): void {
    const [edge, back] = y < this.#top ? [this.#top, ARROW] : [this.#bottom, -ARROW];
    this.path += `M${(x - ARROW).toFixed(1)} ${(edge + back).toFixed(1)}l${ARROW} ${-back}l${ARROW} ${back}`;
    this.#isDrawing = false;
  }
}

/** Of the finite values; null if there is none. */
export function rangeOf(y: Float64Array): SparkRange | null {
  let [low, high] = [Infinity, -Infinity];
  for (const value of y) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}

function widthsOf(x: Float64Array, lost: Float64Array): SparkRange | null {
  const ends = [x[0], x.at(-1), lost[0], lost.at(-1)].filter((end) => end !== undefined);
  return ends.length === 0 ? null : [Math.min(...ends), Math.max(...ends)];
}

/** Heights that show all curves but those that diverged: by the rule of the large charts. */
export function sharedRange(curves: readonly DivergedCurve[]): SparkRange | null {
  const counts = deciding(curves);
  const ranges = curves
    .map(({ y }, i) => rangeOf(y.subarray(0, counts[i])))
    .filter((range) => range !== null);
  if (ranges.length === 0) return null;
  return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
}
