/** Axes around a plot: the grid, and the labels of the ticks. */

import type { Ticks } from "../../lib/ticks";
import type { Box, Colors, Shape } from "../shapes/shapes";
import { characterWidth } from "../shapes/words";

export interface Axis {
  readonly side: "bottom" | "left" | "right";
  /** A label may have several lines. */
  readonly ticks: Ticks;
  /** Where a value lies, in pixels of the whole drawing. */
  readonly at: (value: number) => number;
  /** Whether a line goes through the plot at each tick; it does unless given. */
  readonly hasGrid?: boolean;
  /** Right of the plot, for the end of a label below it, in pixels; `rightMargin` unless given. */
  readonly room?: number;
}

/** Of a label with several lines, in pixels. */
export const lineHeight = 14;

/** Pixels between the right end of a plot and that of the drawing, where nothing is read on the right. */
export const rightMargin = 16;

/** Between the plot and the labels, and from the middle of letters down to their feet, in pixels. */
const gap = { bottom: 15, beside: 6 };
const halfLetter = 4;

/** @param box - of the plot. */
export function axisShapes(axis: Axis, box: Box, colors: Colors): Shape[] {
  const { ticks, at, side, hasGrid = side !== "right", room = rightMargin } = axis;
  const places = ticks.at.map(at);
  const labelAt = (place: number, text: string): Shape[] =>
    side === "bottom"
      ? labelBelow(place, text, room, box, colors)
      : [labelBeside(place, text, side, box, colors)];
  return [
    ...(hasGrid ? [gridOf(places, side, box, colors)] : []),
    ...places.flatMap((place, i) => labelAt(place, ticks.labels[i] ?? "")),
  ];
}

function gridOf(places: readonly number[], side: Axis["side"], box: Box, colors: Colors): Shape {
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  const lines = places
    .map(sharp)
    .map((place) =>
      side === "bottom"
        ? Float64Array.of(place, box.top, place, bottom)
        : Float64Array.of(box.left, place, right, place),
    );
  return { kind: "paths", lines, fill: null, stroke: colors.grid };
}

/** Where a line of one pixel covers one row of pixels, and not half of two. */
function sharp(place: number): number {
  return Math.round(place - 0.5) + 0.5;
}

function labelBelow(x: number, label: string, room: number, box: Box, colors: Colors): Shape[] {
  const lines = label.split("\n");
  const half = (Math.max(...lines.map(({ length }) => length)) * characterWidth) / 2;
  // A label that would be cut off at the edge says nothing rather than half of it.
  if (label === "" || x + half > box.left + box.width + room || x - half < 0) return [];
  const y = box.top + box.height + gap.bottom;
  return lines.map((text, i) => ({
    kind: "text",
    x,
    y: y + i * lineHeight,
    text,
    anchor: "middle",
    fill: colors.muted,
  }));
}

function labelBeside(
  place: number,
  text: string,
  side: "left" | "right",
  { left, width }: Box,
  { muted: fill }: Colors,
): Shape {
  const y = place + halfLetter;
  return side === "right"
    ? { kind: "text", x: left + width + gap.beside, y, text, anchor: "start", fill }
    : { kind: "text", x: left - gap.beside, y, text, anchor: "end", fill };
}
