/** Axes, brushes, and for a file also the lines, as shapes. */

import { axisShapes } from "../common/axes";
import { lanes } from "../rows/types";
import { characterWidth, cut } from "../shapes/words";
import { heights, laneY, yOf, type ParallelLayout } from "./layout";
import { faintOpacity, strongOpacity, strokeWidth } from "./look";
import type { ParallelAxis, Colors, ParallelFigure, LiftedRow, Shape } from "./types";

/** Of a bold character, in pixels, on average over digits. */
const boldWidth = 6.9;
/** Half the width of a brush. */
export const brushHalf = 7;

function line(x1: number, y1: number, x2: number, y2: number, stroke: string): Shape {
  return { kind: "path", points: Float64Array.of(x1, y1, x2, y2), fill: null, stroke };
}

function box(left: number, top: number, right: number, bottom: number): Float64Array {
  return Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
}

/** A text on a ground of its own, so that it can be read above lines. */
function label(text: string, right: number, y: number, colors: Colors, isStrong = false): Shape[] {
  if (text === "") return [];
  const width = text.length * (isStrong ? boldWidth : characterWidth) + 4;
  const points = box(right - width, y - 7, right + 2, y + 7);
  const fill = isStrong ? colors.text : colors.muted;
  return [
    { kind: "path", points, fill: colors.surface, stroke: null, opacity: isStrong ? 1 : 0.72 },
    { kind: "text", x: right - 1, y: y + 4, text, anchor: "end", fill, bold: isStrong },
  ];
}

function oneAxis(
  axis: ParallelAxis,
  x: number,
  layout: ParallelLayout,
  laneNames: readonly string[],
  colors: Colors,
): Shape[] {
  const { top, bottom, gap } = layout;
  const { scale } = axis;
  const room = Math.min(gap - 14, 90);
  const ticks = scale.ticks(Math.max(2, Math.floor((bottom - top) / 42)));
  const tickShapes = axisShapes(
    {
      side: "left",
      mark: "stroke",
      ticks: {
        at: ticks.map(({ share }) => share),
        labels: ticks.map(({ label }) => cut(label, room)),
      },
      at: (share) => yOf(layout, axis, share),
      apart: 13,
    },
    { left: x, top, width: 0, height: bottom - top },
    { ...colors, grid: colors.muted },
  ).flatMap((shape) =>
    shape.kind === "text" ? label(shape.text, shape.x + 1, shape.y - 4, colors) : [shape],
  );
  const asides = scale.asides.flatMap(({ lane }) => {
    const y = laneY(layout, axis, lane);
    const name = cut(laneNames[lanes.indexOf(lane)] ?? lane, room);
    const dot = box(x - 2.5, y - 2.5, x + 2.5, y + 2.5);
    return [
      { kind: "path", points: dot, fill: colors.muted, stroke: null } as const,
      ...label(name, x - 7, y, colors),
    ];
  });
  return [line(x, top, x, bottom, colors.muted), ...tickShapes, ...asides];
}

function brushShapes(
  axis: ParallelAxis,
  x: number,
  layout: ParallelLayout,
  accent: string,
): Shape[] {
  if (axis.brush === null) return [];
  const shown = axis.brush.spans.flatMap(([from, to]) => {
    const [one, other] = [yOf(layout, axis, from), yOf(layout, axis, to)];
    // A single value still needs a mark that can be seen.
    const [top, bottom] = [Math.min(one, other) - 1, Math.max(one, other) + 1];
    return [box(x - brushHalf, top, x + brushHalf, bottom)];
  });
  const asides = axis.brush.lanes.flatMap((lane) => {
    const y = laneY(layout, axis, lane);
    return Number.isNaN(y) ? [] : [box(x - brushHalf, y - 7, x + brushHalf, y + 7)];
  });
  return [...shown, ...asides].flatMap((points) => [
    { kind: "path", points, fill: accent, stroke: null, opacity: 0.25 } as const,
    { kind: "path", points, fill: null, stroke: accent } as const,
  ]);
}

/** The axes with their ticks, above the lines. */
export function frameShapes(
  { axes, laneNames }: ParallelFigure,
  layout: ParallelLayout,
  colors: Colors,
): Shape[] {
  return axes.flatMap((axis, i) => oneAxis(axis, layout.xs[i] ?? 0, layout, laneNames, colors));
}

/** What the axes let through, above them. */
export function brushesShapes(
  { axes }: ParallelFigure,
  layout: ParallelLayout,
  accent: string,
): Shape[] {
  return axes.flatMap((axis, i) => brushShapes(axis, layout.xs[i] ?? 0, layout, accent));
}

/** A row's line, thick and with an edge, and its values at the axes. */
export function liftedShapes(
  layout: ParallelLayout,
  ys: readonly Float32Array[],
  { row, texts }: LiftedRow,
  color: string,
  colors: Colors,
): Shape[] {
  const points = pointsOf(layout, ys, row);
  const values = texts.flatMap((text, i) => {
    const [x, y] = [layout.xs[i] ?? 0, ys[i]?.[row] ?? NaN];
    if (Number.isNaN(y)) return [];
    const shown = cut(text, layout.gap - 24);
    return label(shown, x + 8 + shown.length * boldWidth, y, colors, true);
  });
  return [
    { kind: "path", points, fill: null, stroke: colors.surface, width: 5, opacity: 0.9 },
    { kind: "path", points, fill: null, stroke: color, width: 2.6 },
    ...values,
  ];
}

function pointsOf({ xs }: ParallelLayout, ys: readonly Float32Array[], row: number): Float64Array {
  return Float64Array.from(xs.flatMap((x, i) => [x, ys[i]?.[row] ?? NaN]));
}

/** A title that is too wide is broken behind what separates its words. */
export function inTwoLines(title: string, pixels: number): readonly string[] {
  const most = Math.floor(pixels / boldWidth);
  if (title.length <= most) return [title];
  const fits = title.slice(0, most);
  const end = Math.max(...["_", "/", ".", ":", "-", " "].map((c) => fits.lastIndexOf(c))) + 1;
  const first = title.slice(0, end > 0 ? end : most);
  const rest = title.slice(first.length).trimStart();
  return [first.trimEnd(), rest.length <= most ? rest : `${rest.slice(0, most - 1)}…`];
}

/** The whole chart, with its titles, for a file. */
export function pictureShapes(
  figure: ParallelFigure,
  layout: ParallelLayout,
  colors: Colors,
  accent: string,
): Shape[] {
  const { axes, drawn, inside, colors: rowColors } = figure;
  const ys = axes.map((axis) => heights(layout, axis, drawn));
  const strong = drawn.filter((row) => inside[row] === 1);
  const outside = drawn.filter((row) => inside[row] !== 1);
  const lines = (rows: Int32Array, look: { opacity: number; stroke: string | null }): Shape[] =>
    Array.from(rows, (row) => ({
      kind: "path",
      points: pointsOf(layout, ys, row),
      fill: null,
      stroke: look.stroke ?? rowColors[row] ?? colors.muted,
      width: strokeWidth(rows.length),
      opacity: look.opacity,
    }));
  const bold = { anchor: "middle", fill: colors.text, bold: true } as const;
  const titles = axes.flatMap((axis, i) =>
    inTwoLines(axis.title, layout.gap - 8).map((text, line): Shape => {
      return { kind: "text", x: layout.xs[i] ?? 0, y: 14 + 14 * line, text, ...bold };
    }),
  );
  return [
    ...lines(outside, { opacity: faintOpacity(drawn.length), stroke: colors.muted }),
    ...lines(strong, { opacity: strongOpacity(strong.length), stroke: null }),
    ...frameShapes(figure, layout, colors),
    ...brushesShapes(figure, layout, accent),
    ...titles,
  ];
}
