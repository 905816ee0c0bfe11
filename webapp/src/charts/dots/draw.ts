/** Frames, scales, brushes and the trend of dots as shapes; for a file also the dots. */

import type { Ticks } from "../../lib/ticks";
import { axisName, axisShapes, type ChartAxis as PlotAxis } from "../common/axes";
import { lanes, type Rows, type ColumnScale } from "../rows/types";
import { characterWidth, cut } from "../shapes/words";
import { cellOf, laneX, laneY, placesOf, toPixels, type DotCell } from "./cell";
import { faint, opacityFor, radiusFor } from "./painter";
import type { DotAxis, ShapeBox, Colors, DotFigure, Shape } from "./types";

const margins = { right: 14, top: 12, bottom: 44 };
/** Pixels of a lane: room for a number. */
const laneSize = 30;
/** Between the ends of the axes and the frame. */
const pad = 10;

export function boxShape({ left, top, width, height }: ShapeBox): Float64Array {
  const [right, bottom] = [left + width, top + height];
  return Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
}

export function lineShape(x1: number, y1: number, x2: number, y2: number, stroke: string): Shape {
  return { kind: "path", points: Float64Array.of(x1, y1, x2, y2), fill: null, stroke };
}

/** The cell of a whole chart. */
export function wholeCell(
  { x, y, laneNames }: DotFigure,
  size: { width: number; height: number },
): DotCell {
  const texts = y.scale.ticks(6).map(({ label }) => label);
  const names = y.scale.asides.map(({ lane }) => laneNames[lanes.indexOf(lane)] ?? lane);
  const longest = [...texts, ...names].reduce((most, text) => Math.max(most, text.length), 3);
  const left = Math.min(0.3 * size.width, 110, longest * characterWidth + 10) + 20;
  const box = {
    left,
    top: margins.top,
    width: Math.max(20, size.width - left - margins.right),
    height: Math.max(20, size.height - margins.top - margins.bottom),
  };
  return cellOf(box, x.scale, y.scale, laneSize, pad);
}

/** What lies below the dots. */
export function groundShapes(figure: DotFigure, cell: DotCell, colors: Colors): Shape[] {
  const { x, y, laneNames } = figure;
  const { box, inner } = cell;
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  const innerBottom = bottom - y.scale.asides.length * cell.lane;
  const innerLeft = box.left + x.scale.asides.length * cell.lane;
  // In the gutters no place has a share.
  const within = {
    left: innerLeft,
    top: box.top,
    width: right - innerLeft,
    height: innerBottom - box.top,
  };
  const fill = colors.muted;
  const shapes = [
    ...acrossShapes(x, cell, { within, room: [box.left, margins.right], widest: 90 }, colors),
    ...upwardsShapes(y, cell, { within, widest: box.left - 26 }, colors),
  ];
  const laneName = (axis: DotAxis, i: number): string => {
    const lane = axis.scale.asides[i]?.lane ?? "missing";
    return laneNames[lanes.indexOf(lane)] ?? lane;
  };
  // In a gutter: what lies there, and how many.
  x.scale.asides.forEach(({ count }, i) => {
    const at = laneX(cell, i);
    const edge = at + cell.lane / 2;
    shapes.push(lineShape(edge, box.top, edge, bottom, colors.muted));
    const text = `${laneName(x, i)} (${count})`;
    shapes.push({
      kind: "text",
      x: at - 7,
      y: innerBottom - 8,
      text,
      anchor: "start",
      fill,
      turned: true,
    });
  });
  y.scale.asides.forEach(({ count }, i) => {
    const at = laneY(cell, y.scale, i);
    const edge = at - cell.lane / 2;
    shapes.push(lineShape(box.left, edge, right, edge, colors.muted));
    const name = cut(laneName(y, i), box.left - 26);
    shapes.push({ kind: "text", x: box.left - 6, y: at + 1, text: name, anchor: "end", fill });
    shapes.push({
      kind: "text",
      x: box.left - 6,
      y: at + 13,
      text: `(${count})`,
      anchor: "end",
      fill,
    });
  });
  const bold = { fill: colors.text, bold: true };
  const below = { ...box, left: inner.left, width: inner.width };
  const beside = { ...box, top: inner.top, height: inner.height };
  return [
    ...shapes,
    { kind: "path", points: boxShape(box), fill: null, stroke: colors.grid },
    axisName("bottom", cut(x.title, box.width), 34, below, bold),
    axisName("left", cut(y.title, box.height), box.left - 12, beside, bold),
  ];
}

interface AxisRoom extends Pick<PlotAxis, "mark" | "within" | "room"> {
  /** A longer label is cut, in pixels. */
  readonly widest: number;
}

/** The ticks of the axis below a cell. */
export function acrossShapes(
  { scale }: DotAxis,
  cell: DotCell,
  { widest, ...more }: AxisRoom,
  colors: Colors,
): Shape[] {
  const ticks = ticksOf(scale, cell.inner.width / 56, widest);
  const at = (share: number): number => toPixels(cell, { x: share, y: 0 }).x;
  return axisShapes({ side: "bottom", ticks, at, apart: 6, ...more }, cell.box, colors);
}

/** The ticks of the axis on the left of a cell. */
export function upwardsShapes(
  { scale }: DotAxis,
  cell: DotCell,
  { widest, ...more }: AxisRoom,
  colors: Colors,
): Shape[] {
  const ticks = ticksOf(scale, cell.inner.height / 40, widest);
  const at = (share: number): number => toPixels(cell, { x: 0, y: share }).y;
  return axisShapes({ side: "left", ticks, at, apart: 13, ...more }, cell.box, colors);
}

/** Of a scale, whose values are shares. */
function ticksOf({ ticks }: ColumnScale, count: number, widest: number): Ticks {
  const all = ticks(Math.max(2, count));
  return {
    at: all.map(({ share }) => share),
    labels: all.map(({ label }) => cut(label, widest)),
  };
}

/** What lies above the dots. */
export function topShapes(
  figure: DotFigure,
  cell: DotCell,
  colors: Colors,
  accent: string,
): Shape[] {
  const { x, y, trend } = figure;
  const line = trend?.flatMap((share) => {
    const at = toPixels(cell, share);
    return [at.x, at.y];
  });
  const points = Float64Array.from(line ?? []);
  const trendShapes: Shape[] = [
    { kind: "path", points, fill: null, stroke: colors.surface, width: 4, opacity: 0.8 },
    { kind: "path", points, fill: null, stroke: colors.text, width: 1.6, dash: [6, 4] },
  ];
  return [...(trend === null ? [] : trendShapes), ...brushShapes(cell, x, y, accent)];
}

/** What the brushes of both axes let through. */
export function brushShapes(cell: DotCell, x: DotAxis, y: DotAxis, accent: string): Shape[] {
  if (x.brush === null && y.brush === null) return [];
  const all = [[-Infinity, Infinity]] as const;
  const across = x.brush === null ? all : x.brush.spans;
  const upwards = y.brush === null ? all : y.brush.spans;
  const { box } = cell;
  const clamp = (at: number, from: number, size: number): number =>
    Math.min(from + size, Math.max(from, at));
  return across.flatMap(([fromX, toX]) =>
    upwards.flatMap(([fromY, toY]) => {
      const low = toPixels(cell, { x: fromX, y: fromY });
      const high = toPixels(cell, { x: toX, y: toY });
      const left = clamp(low.x - 1, box.left, box.width);
      const top = clamp(high.y - 1, box.top, box.height);
      const width = clamp(high.x + 1, box.left, box.width) - left;
      const height = clamp(low.y + 1, box.top, box.height) - top;
      const points = boxShape({ left, top, width, height });
      return [
        { kind: "path", points, fill: accent, stroke: null, opacity: 0.1 } as const,
        { kind: "path", points, fill: null, stroke: accent } as const,
      ];
    }),
  );
}

export function circle(x: number, y: number, radius: number): Float64Array {
  const corners = Array.from({ length: 17 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 16;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return Float64Array.from(corners.flat());
}

/** The dots of one cell, for a file: the faint ones below. */
export function dotShapes(
  { drawn, inside, colors }: Rows,
  places: Float32Array,
  radii: Float32Array | number,
  muted: string,
): Shape[] {
  const strong = drawn.filter((row) => inside[row] === 1);
  const outside = drawn.filter((row) => inside[row] !== 1);
  const dot = (row: number, fill: string, opacity: number): Shape => {
    const [x, y] = [places[2 * row] as number, places[2 * row + 1] as number];
    const radius = typeof radii === "number" ? radii : (radii[row] as number);
    return { kind: "path", points: circle(x, y, radius), fill, stroke: null, opacity };
  };
  return [
    ...Array.from(outside, (row) => dot(row, muted, faint)),
    ...Array.from(strong, (row) => dot(row, colors[row] ?? muted, opacityFor(strong.length))),
  ];
}

/** The whole chart for a file. */
export function pictureShapes(
  figure: DotFigure,
  size: { width: number; height: number },
  colors: Colors,
  accent: string,
): Shape[] {
  const { x, y, drawn, radii } = figure;
  const cell = wholeCell(figure, size);
  const places = placesOf(cell, x.scale, y.scale, drawn);
  return [
    ...groundShapes(figure, cell, colors),
    ...dotShapes(figure, places, radii ?? radiusFor(drawn.length), colors.muted),
    ...topShapes(figure, cell, colors, accent),
  ];
}
