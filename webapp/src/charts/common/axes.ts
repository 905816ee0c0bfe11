/** Axes around a plot: a grid or strokes, the labels of the ticks, and a name. */

import type { Ticks } from "../../lib/ticks";
import type { ShapeBox, Colors, Shape } from "../shapes/shapes";
import { characterWidth } from "../shapes/words";

export interface ChartAxis {
  readonly side: "bottom" | "left" | "right";
  /** A label may have several lines. */
  readonly ticks: Ticks;
  /** Where a value lies, in pixels of the whole drawing. */
  readonly at: (value: number) => number;
  /** At each tick: a line through the plot, a stroke beside it, or nothing. A line unless given, on the right nothing. */
  readonly mark?: "grid" | "stroke" | "none";
  /** Where the lines are; through all of the plot unless given. */
  readonly within?: ShapeBox;
  /**
   * For the ends of labels below the plot, on its left and its right, in pixels: as far as the drawing goes, and
   * `rightMargin`, unless given.
   */
  readonly room?: readonly [left: number, right: number];
  /** A label closer to the last one is left out, in pixels; all are written unless given. */
  readonly apart?: number;
}

/** Of a label with several lines, in pixels. */
export const lineHeight = 14;

/** Pixels between the right end of a plot and that of the drawing, where nothing is read on the right. */
export const rightMargin = 16;

/** Between the plot and the labels, and from the middle of letters down to their feet, in pixels. */
const gap = { bottom: 15, beside: 6 };
const halfLetter = 4;
const stroke = 4;

/** @param box - of the plot. */
export function axisShapes(axis: ChartAxis, box: ShapeBox, colors: Colors): Shape[] {
  const { ticks, at, side, within = box, apart = -Infinity } = axis;
  const { mark = side === "right" ? "none" : "grid" } = axis;
  const places = ticks.at.map(at);
  let last: Span | null = null;
  const labels = places.flatMap((place, i): Shape[] => {
    const label = ticks.labels[i] ?? "";
    const span = side === "bottom" ? across(label, place) : ([place, place] as const);
    if (label === "" || (side === "bottom" && !hasRoom(span, axis, box))) return [];
    if (last !== null && Math.max(span[0] - last[1], last[0] - span[1]) < apart) return [];
    last = span;
    const away = mark === "stroke" ? 1 : 0;
    return side === "bottom"
      ? labelBelow(place, label, away, box, colors)
      : [labelBeside(place, label, side, away, box, colors)];
  });
  return [...(mark === "none" ? [] : [marksOf(places, side, mark, within, colors)]), ...labels];
}

/** The name of an axis along the middle of its side. @param away - from the plot to its feet, in pixels. */
export function axisName(
  side: "bottom" | "left",
  text: string,
  away: number,
  { left, top, width, height }: ShapeBox,
  look: { readonly fill: string; readonly bold?: boolean },
): Shape {
  const words = { kind: "text", text, anchor: "middle", ...look } as const;
  return side === "bottom"
    ? { ...words, x: left + width / 2, y: top + height + away }
    : { ...words, x: left - away, y: top + height / 2, turned: true };
}

type Span = readonly [from: number, to: number];

function across(label: string, x: number): Span {
  const letters = Math.max(...label.split("\n").map(({ length }) => length));
  const half = (letters * characterWidth) / 2;
  return [x - half, x + half];
}

/** A label that would be cut off at the edge says nothing rather than half of it. */
function hasRoom([from, to]: Span, { room }: ChartAxis, { left, width }: ShapeBox): boolean {
  const [before, after] = room ?? [left, rightMargin];
  return from >= left - before && to <= left + width + after;
}

function marksOf(
  places: readonly number[],
  side: ChartAxis["side"],
  mark: "grid" | "stroke",
  { left, top, width, height }: ShapeBox,
  { grid }: Colors,
): Shape {
  const [right, bottom] = [left + width, top + height];
  const through: Span = side === "bottom" ? [top, bottom] : [left, right];
  const beside: Readonly<Record<ChartAxis["side"], Span>> = {
    bottom: [bottom, bottom + stroke],
    left: [left - stroke, left],
    right: [right, right + stroke],
  };
  const [from, to] = mark === "grid" ? through : beside[side];
  const lines = places
    .map(sharp)
    .map((place) =>
      side === "bottom"
        ? Float64Array.of(place, from, place, to)
        : Float64Array.of(from, place, to, place),
    );
  return { kind: "paths", lines, fill: null, stroke: grid };
}

/** Where a line of one pixel covers one row of pixels, and not half of two. */
function sharp(place: number): number {
  return Math.round(place - 0.5) + 0.5;
}

function labelBelow(
  x: number,
  label: string,
  away: number,
  box: ShapeBox,
  colors: Colors,
): Shape[] {
  const y = box.top + box.height + gap.bottom + away;
  return label.split("\n").map((text, i) => ({
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
  away: number,
  { left, width }: ShapeBox,
  { muted: fill }: Colors,
): Shape {
  const y = place + halfLetter;
  return side === "right"
    ? { kind: "text", x: left + width + gap.beside + away, y, text, anchor: "start", fill }
    : { kind: "text", x: left - gap.beside - away, y, text, anchor: "end", fill };
}
