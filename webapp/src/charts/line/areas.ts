/** Areas between curves, and bands between heights, in pixels. */

import { firstAtOrAfter } from "./nearest";
import { projection } from "./path";
import { fraction, type ChartScale } from "../common/scales";
import type { Area, Highlight, ChartLine, ChartRange } from "./types";
import type { ShapeBox } from "../shapes/shapes";

/** What an area is drawn with: a canvas path, or the text of an SVG path. */
export interface AreaPen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
}

/** Beyond that, the canvas' arithmetic is not to be relied on. */
const far = 1e4;

/** Closed shapes for the part of an area in sight: one for each stretch without a gap. */
export function areaPath(
  pen: AreaPen,
  area: Area,
  x: ChartScale,
  y: ChartScale,
  box: ShapeBox,
): void {
  const to = projection(x, y, box);
  const first = Math.max(0, firstAtOrAfter(area.x, x.range[0]) - 1);
  const end = Math.min(area.x.length, firstAtOrAfter(area.x, x.range[1]) + 2);
  /** Where no axis can show the lower end, the area goes down to the edge. */
  const bottom = box.top + box.height + 1;
  let stretch: { readonly x: number; readonly low: number; readonly high: number }[] = [];
  const close = (): void => {
    stretch.forEach(({ x: at, high }, i) =>
      i === 0 ? pen.moveTo(at, high) : pen.lineTo(at, high),
    );
    for (const { x: at, low } of stretch.reverse()) pen.lineTo(at, low);
    if (stretch.length > 0) pen.closePath();
    stretch = [];
  };
  for (let i = first; i < end; i++) {
    const place = { x: to.x(area.x[i] ?? NaN), high: to.y(area.high[i] ?? NaN) };
    const low = area.low[i] ?? NaN;
    if (Number.isNaN(low) || !Number.isFinite(place.high) || !Number.isFinite(place.x)) {
      close();
      continue;
    }
    const at = to.y(low);
    stretch.push({
      x: within(place.x),
      low: Number.isFinite(at) ? within(at) : bottom,
      high: within(place.high),
    });
  }
  close();
}

/** Pixels between the strokes of a hatched area, measured along the edge. */
const hatching = 7;

/** Strokes all over the plot, from the lower left to the upper right, as x and y of both ends in turn. */
export function hatches({ left, top, width, height }: ShapeBox): readonly number[] {
  const strokes: number[] = [];
  for (let at = left - height; at < left + width; at += hatching) {
    strokes.push(at, top + height, at + height, top);
  }
  return strokes;
}

function within(pixels: number): number {
  return Math.min(far, Math.max(-far, pixels));
}

/** Where the heights of a range lie on the plot, and which of its ends are in sight, in pixels. */
export function bandOf(
  range: ChartRange,
  y: ChartScale,
  box: ShapeBox,
): { readonly top: number; readonly height: number; readonly bounds: readonly number[] } {
  const place = (end: number, otherwise: number): number => {
    const share = Number.isFinite(end) ? fraction(y, end) : otherwise;
    const bounded = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
    return box.top + (1 - bounded) * box.height;
  };
  const [bottom, top] = [place(range[0], 0), place(range[1], 1)];
  const bounds = range.flatMap((end) => {
    const share = Number.isFinite(end) ? fraction(y, end) : NaN;
    return share >= 0 && share <= 1 ? [box.top + (1 - share) * box.height] : [];
  });
  return { top, height: Math.max(0, bottom - top), bounds };
}

/** Whether a line is drawn in the color of warnings where it passes a highlight. */
export function isHighlighted({ keys }: Highlight, { key, axis }: ChartLine): boolean {
  return axis !== "right" && keys?.has(key) !== false;
}
