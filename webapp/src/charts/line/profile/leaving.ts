/** Where lines go on beyond the upper edge of the picture. Pure. */

import { scalesOf } from "../hover";
import { fraction, type ChartScale } from "../../common/scales";
import type { LineFigure, ChartLine, LineWindow } from "../types";
import type { ShapeBox } from "../../shapes/shapes";

export interface Leaving {
  readonly color: string;
  /** Pixels from the chart's left side. */
  readonly left: number;
}

/** Arrows nearer than this, in pixels, would be one. */
const apart = 5;

/** One for each place where a line goes up through the edge, or comes back. */
export function leavingOf(figure: LineFigure, window: LineWindow, box: ShapeBox): Leaving[] {
  const [x, left, right] = scalesOf(figure, window);
  return figure.lines.flatMap((line) => {
    const y = line.axis === "right" ? right : left;
    const places: number[] = [];
    for (const share of crossings(line, x, y)) {
      const place = box.left + share * box.width;
      if (places.every((other) => Math.abs(other - place) > apart)) places.push(place);
    }
    return places.map((place) => ({ color: line.color, left: place }));
  });
}

/** Shares of the width at which a line crosses the upper edge. */
function crossings({ x: xs, y: ys }: ChartLine, x: ChartScale, y: ChartScale): number[] {
  const found: number[] = [];
  for (let i = 1; i < xs.length; i++) {
    const [from, to] = [i - 1, i].map((at) => fraction(y, ys[at] ?? NaN)) as [number, number];
    if (!(from <= 1 !== to <= 1) || !Number.isFinite(from + to)) continue;
    const [start, end] = [i - 1, i].map((at) => fraction(x, xs[at] ?? NaN)) as [number, number];
    const share = start + ((1 - from) / (to - from)) * (end - start);
    if (share >= 0 && share <= 1) found.push(share);
  }
  return found;
}
