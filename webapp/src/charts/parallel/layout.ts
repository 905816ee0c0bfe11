/** Where the axes stand, and how high each row meets them. */

import { lanes, type AxisLane } from "../rows/types";
import type { ParallelAxis, ParallelFigure } from "./types";

/** Room for the titles, which are no part of the drawing. */
const head = 40;
const foot = 10;
const side = 62;
/** Labels stand at the left of their axis: the first one's may need more than `side`, up to this. */
const mostSide = 130;
const characterWidth = 6.6;
const laneHeight = 18;
/** Between the end of an axis and its first lane. */
const laneGap = 8;
/** Between two axes at least; beyond that the chart is wider than its place. */
export const narrowest = 92;

export interface ParallelLayout {
  /** Of the whole drawing: as wide as its place, or wider. */
  readonly width: number;
  readonly height: number;
  /** Of each axis. */
  readonly xs: readonly number[];
  readonly gap: number;
  /** Ends of the axes. */
  readonly top: number;
  readonly bottom: number;
  /** Where the last lane ends. */
  readonly floor: number;
}

export function layoutOf(
  { axes }: ParallelFigure,
  place: { width: number; height: number },
): ParallelLayout {
  const most = axes.reduce((count, { scale }) => Math.max(count, scale.asides.length), 0);
  const below = most === 0 ? 0 : laneGap + most * laneHeight;
  const gaps = Math.max(1, axes.length - 1);
  const left = leftOf(axes[0]);
  const width = Math.max(place.width, left + side + gaps * narrowest);
  const gap = (width - left - side) / gaps;
  const bottom = Math.max(head + 40, place.height - foot - below);
  return {
    width,
    height: place.height,
    gap,
    top: head,
    bottom,
    floor: bottom + below,
    xs: axes.map((_, i) => (axes.length === 1 ? width / 2 : left + i * gap)),
  };
}

function leftOf(first: ParallelAxis | undefined): number {
  const labels = first?.scale.bands?.map(String) ?? [];
  const longest = labels.reduce((most, label) => Math.max(most, label.length), 0);
  return Math.min(mostSide, Math.max(side, longest * characterWidth + 18));
}

export function yOf(
  { top, bottom }: ParallelLayout,
  { flipped }: ParallelAxis,
  share: number,
): number {
  // Values that a filter names may lie far outside of what is drawn.
  const within = Math.min(1, Math.max(0, share));
  return flipped ? top + within * (bottom - top) : bottom - within * (bottom - top);
}

export function shareAt(
  { top, bottom }: ParallelLayout,
  { flipped }: ParallelAxis,
  y: number,
): number {
  const down = (y - top) / (bottom - top);
  return flipped ? down : 1 - down;
}

/** The middle of a lane; NaN where the axis does not have it. */
export function laneY({ bottom }: ParallelLayout, { scale }: ParallelAxis, lane: AxisLane): number {
  const at = scale.asides.findIndex((aside) => aside.lane === lane);
  return at < 0 ? NaN : bottom + laneGap + (at + 0.5) * laneHeight;
}

/** The height of every row at an axis, [rows]; NaN for rows that are not drawn. */
export function heights(
  layout: ParallelLayout,
  axis: ParallelAxis,
  drawn: Int32Array,
): Float32Array {
  const { shares, lanes: codes } = axis.scale;
  const laneYs = lanes.map((lane) => laneY(layout, axis, lane));
  const ys = new Float32Array(shares.length).fill(NaN);
  const [start, size] = axis.flipped
    ? [layout.top, layout.bottom - layout.top]
    : [layout.bottom, layout.top - layout.bottom];
  for (const row of drawn) {
    const code = codes[row] as number;
    ys[row] = code === 0 ? start + (shares[row] as number) * size : (laneYs[code - 1] ?? NaN);
  }
  return ys;
}
