/** Lines, areas and marks as shapes, from back to front: the same on the screen and in files. */

import type { ChartColors } from "../common/theme";
import type { ChartScale } from "../common/scales";
import type { ShapeBox, Shape } from "../shapes/shapes";
import { areaPath, bandOf, hatches, isHighlighted } from "./areas";
import type { LineLayout } from "./axes";
import { boundLabels, type BoundLabel } from "./bounds";
import { crowds, type Crowd } from "./crowds";
import { markers, markerSize, outline, type Marker } from "./markers";
import { drawPath, strokesOf } from "./path";
import { Recorder } from "./recorder";
import type { Area, LineFigure, Highlight, ChartLine, QuietLine } from "./types";

/** How strongly a raw line shows behind its smoothed one. */
export const faintOpacity = 0.42;
/** How strongly an area shows. */
const areaOpacity = 0.16;
/** Of the strokes of an area that stands for little. */
const hatchOpacity = 0.35;
/** The more lines there are for company, the fainter is each: together they are a background. */
const quietOpacity = (lines: number): number => Math.max(0.06, Math.min(0.3, 6 / lines));
/** How strongly the heights of a highlight are tinted: lines may have its color as their own. */
const bandOpacity = 0.06;
const boundOpacity = 0.8;
const boundDashes = [5, 4] as const;
export const strokeWidth = 1.5;
/** By so much thicker is a smoothed line than the raw one behind it, which is as thin as can be. */
const smoothedExtra = 0.7;
const dotRadius = 2.5;
/** From the middle of letters to their feet, in pixels. */
const halfLetter = 4;

export interface LineDrawing {
  readonly shapes: readonly Shape[];
  /** The marks, for whoever wants to know what is under the cursor. */
  readonly marks: readonly Marker[];
}

export function drawLines(
  figure: LineFigure,
  layout: LineLayout,
  colors: ChartColors,
): LineDrawing {
  const { box, scales } = layout;
  const [x, left, right] = scales;
  const { lines, areas = [], highlights = [] } = figure;
  const quiet = (figure.quiet ?? []).filter(({ isHidden }) => isHidden !== true);
  const scaleOf = ({ axis }: Pick<ChartLine, "axis">): ChartScale =>
    axis === "right" ? right : left;
  const plain = { opacity: 1, width: 1, dash: [] };
  const inside = [
    ...highlights.map(({ range }) => bandShape(bandOf(range, left, box), box, colors)),
    ...areas.map((area) => areaShape(area, x, left, box)),
    ...quiet.flatMap((line) =>
      strokeShapes(line, line.y, [x, left], box, { ...plain, opacity: quietOpacity(quiet.length) }),
    ),
    ...lines.flatMap((line) =>
      line.faint
        ? strokeShapes(line, line.faint, [x, scaleOf(line)], box, {
            ...plain,
            opacity: faintOpacity,
          })
        : [],
    ),
    ...lines.flatMap((line) => {
      const width = strokeWidth + (line.faint ? smoothedExtra : 0);
      return strokesOf(line, x, scaleOf(line), box).flatMap(({ ys, dash, opacity }) =>
        strokeShapes(line, ys, [x, scaleOf(line)], box, { dash, opacity, width }),
      );
    }),
    ...highlights.flatMap((highlight) => highlightShapes(highlight, lines, [x, left], box, colors)),
  ];
  const marks = markers(lines, scales, box);
  const shapes: Shape[] = [
    { kind: "clip", box, shapes: inside },
    // At the edge of the plot a mark is as whole as elsewhere.
    ...marks.flatMap((mark) => markerShapes(mark, colors)),
    ...crowds(marks, box).map((crowd) => crowdShape(crowd, colors)),
    ...boundLabels(figure, x, left, box).map((label) => boundLabelShape(label, colors)),
  ];
  return { shapes, marks };
}

interface Stroke {
  readonly opacity: number;
  readonly width: number;
  readonly dash: readonly number[];
}

/** A line, and dots for its points between two gaps. @param scales - of x and of its heights. */
export function strokeShapes(
  { x: xs, color }: Pick<QuietLine, "x" | "color">,
  ys: Float64Array,
  [x, y]: readonly [ChartScale, ChartScale],
  box: ShapeBox,
  { opacity, width, dash }: Stroke,
): Shape[] {
  const pen = new Recorder();
  const lonely = drawPath(pen, xs, ys, x, y, box);
  const lines = pen.lines();
  const places = Float64Array.from(lonely);
  return [
    // Mitred joins of noisy lines would stick out as spikes that are no data.
    { kind: "paths", lines, fill: null, stroke: color, width, dash, opacity, join: "bevel" },
    ...(lonely.length === 0
      ? []
      : [{ kind: "dots" as const, places, radius: dotRadius, fill: color, opacity }]),
  ];
}

function areaShape(area: Area, x: ChartScale, y: ChartScale, box: ShapeBox): Shape {
  const pen = new Recorder();
  areaPath(pen, area, x, y, box);
  const outlines = pen.lines();
  const { color } = area;
  if (area.isWeak !== true)
    return { kind: "paths", lines: outlines, fill: color, stroke: null, opacity: areaOpacity };
  const strokes = Float64Array.from(hatches(box));
  const lines = Array.from({ length: strokes.length / 4 }, (_, i) =>
    strokes.subarray(4 * i, 4 * i + 4),
  );
  const hatched = {
    kind: "paths",
    lines,
    fill: null,
    stroke: color,
    opacity: hatchOpacity,
  } as const;
  return { kind: "clip", box, outlines, shapes: [hatched] };
}

/** Tints what lies behind all lines. */
function bandShape(
  { top, height }: { top: number; height: number },
  box: ShapeBox,
  colors: ChartColors,
): Shape {
  const [left, right, bottom] = [box.left, box.left + box.width, top + height];
  const points = Float64Array.of(left, top, right, top, right, bottom, left, bottom);
  return { kind: "path", points, fill: colors.danger, stroke: null, opacity: bandOpacity };
}

/** The lines once more in the color of warnings, cut to the heights of the range, and where these end. */
function highlightShapes(
  highlight: Highlight,
  lines: readonly ChartLine[],
  scales: readonly [ChartScale, ChartScale],
  box: ShapeBox,
  { danger }: ChartColors,
): Shape[] {
  const { top, height, bounds } = bandOf(highlight.range, scales[1], box);
  const own = lines.filter((line) => isHighlighted(highlight, line));
  const ends = bounds.map((bound) => Float64Array.of(box.left, bound, box.left + box.width, bound));
  return [
    {
      kind: "clip",
      box: { ...box, top, height },
      shapes: own.flatMap((line) =>
        strokeShapes({ x: line.x, color: danger }, line.y, scales, box, {
          opacity: 1,
          width: strokeWidth + 0.5,
          dash: line.dash ?? [],
        }),
      ),
    },
    {
      kind: "paths",
      lines: ends,
      fill: null,
      stroke: danger,
      dash: boundDashes,
      opacity: boundOpacity,
    },
  ];
}

/** The edge around a mark, which keeps it apart from the line it stands on, lies below it. */
function markerShapes({ shape, x, y, color }: Marker, { surface }: ChartColors): Shape[] {
  const edge = { fill: null, width: 1.5 } as const;
  if (shape === "ring") {
    const circle = { kind: "circle", x, y, radius: markerSize - 1 } as const;
    return [
      { ...circle, ...edge, stroke: color },
      { ...circle, fill: surface, stroke: null },
    ];
  }
  const corners = outline(shape);
  const points = Float64Array.from(
    [...corners, ...corners.slice(0, 1)].flatMap(([dx, dy]) => [x + dx, y + dy]),
  );
  return [
    { kind: "path", points, ...edge, stroke: surface },
    { kind: "path", points, fill: color, stroke: null },
  ];
}

function crowdShape({ text, x, y, isBefore }: Crowd, { surface, text: ink }: ChartColors): Shape {
  const anchor = isBefore ? "end" : "start";
  return { kind: "text", x, y: y + halfLetter, text, anchor, fill: ink, halo: surface };
}

function boundLabelShape({ text, x, y }: BoundLabel, { surface, danger }: ChartColors): Shape {
  return { kind: "text", x, y, text, anchor: "end", fill: danger, halo: surface };
}
