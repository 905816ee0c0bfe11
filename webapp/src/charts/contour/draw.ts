/** A figure as shapes: what stays, and above it what moves. */

import { HOLE } from "../../lib/landscape/fill";
import {
  cellPatches,
  coverShapes,
  dotShapes,
  hatchShapes,
  heatShapes,
  pointPatches,
} from "./cells";
import { bandFills, fillOf, inkOn, lineOf } from "./coloring";
import { axes, frameOf, projected, wholeView, type ContourFrame, type ChartView } from "./frame";
import { paperColors } from "../common/theme";
import type { FigureWish } from "../shapes/figure";
import type { ShapeSize } from "../shapes/shapes";
import { roomAround, type ShapePicture } from "../shapes/svg";
import { labelShapes, labelsOf, withGaps } from "./labels";
import { entryRows, entryShapes, scaleShapes } from "./legend";
import { markShapes, pathShapes } from "./path";
import { reliefShapes } from "./relief";
import { traceOf, type Contour } from "./trace";
import type { Colors, ContourFigure, ContourGrid, Shape } from "./types";

/** Lines through what is not computed yet. */
const faint = 0.3;

export function frameFor(figure: ContourFigure, size: ShapeSize, view: ChartView): ContourFrame {
  return frameOf(size, view, figure, entryRows(figure, size));
}

/** The plane, its axes and its legend. */
export function groundShapes(figure: ContourFigure, frame: ContourFrame, colors: Colors): Shape[] {
  const { grids } = figure;
  const drawn = grids.flatMap((grid) =>
    figure.drawing === "heat" && grids.length === 1
      ? heat(grid, figure, frame, colors)
      : figure.drawing === "filled" && grids.length === 1
        ? filled(grid, figure, frame, colors)
        : lines(grid, figure, frame, colors),
  );
  return [
    { kind: "clip", box: frame.box, shapes: drawn },
    ...axes(frame, figure, colors),
    ...scaleShapes(figure, frame, colors),
    ...entryShapes(figure, frame, colors),
  ];
}

/** Paths and named points. */
export function overShapes(figure: ContourFigure, frame: ContourFrame, colors: Colors): Shape[] {
  const { left, top, width, height } = frame.box;
  // Ends of paths on the edge of the whole plane stay whole.
  const all = wholeView(figure);
  const isWhole = frame.view.x[0] <= all.x[0] && frame.view.x[1] >= all.x[1];
  const room = isWhole ? 8 : 0;
  const box = {
    left: left - room,
    top: top - room,
    width: width + 2 * room,
    height: height + 2 * room,
  };
  const shapes = [...markShapes(figure.marks, frame, colors), ...pathShapes(figure, frame, colors)];
  return [{ kind: "clip", box, shapes }];
}

/** What has a color of its own, by the name that the legend gives it; each once. */
export function namedOf({ grids, paths }: ContourFigure): ShapePicture["layers"] {
  const named = new Map<string, { readonly name: string; readonly color: string }>();
  for (const { id, name, color } of [...grids, ...paths])
    if (color !== undefined && !named.has(id)) named.set(id, { name, color });
  return [...named.values()];
}

const silent = { holes: "", waiting: "", beyond: "", residual: "", truth: "" } as const;

/** On white ground, as large as asked for. */
export function paperPicture(
  figure: ContourFigure,
  view: ChartView,
  wish: FigureWish,
): ShapePicture {
  const { labels, hasLegend, hasScale, title } = wish;
  const layers = hasLegend ? namedOf(figure) : [];
  const size = { width: wish.width, height: wish.height - roomAround({ title, layers }) };
  const drawn: ContourFigure = {
    ...figure,
    isPaper: true,
    hasScale,
    xLabel: labels.x,
    yLabel: labels.y,
    valueLabel: labels.value,
    words: hasLegend ? figure.words : { ...figure.words, ...silent },
  };
  const frame = frameFor(drawn, size, view);
  return {
    ...size,
    title,
    colors: paperColors,
    layers,
    shapes: [...groundShapes(drawn, frame, paperColors), ...overShapes(drawn, frame, paperColors)],
  };
}

function heat(
  grid: ContourGrid,
  figure: ContourFigure,
  frame: ContourFrame,
  colors: Colors,
): Shape[] {
  return [
    ...heatShapes(grid, figure, frame, colors),
    ...hatchShapes(pointPatches(grid, HOLE, frame), colors),
  ];
}

function filled(
  grid: ContourGrid,
  figure: ContourFigure,
  frame: ContourFrame,
  colors: Colors,
): Shape[] {
  const { levels, labeled, relief } = figure;
  const contours = traceOf(grid, levels);
  const fills = bandFills(levels, figure);
  const [lowest = "#000000", ...others] = fills;
  const { x, y } = grid;
  const [left, right] = [x[0], x.at(-1)].map((each) => frame.toX(each ?? 0)) as [number, number];
  const [bottom, top] = [y[0], y.at(-1)].map((each) => frame.toY(each ?? 0)) as [number, number];
  const ground = Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
  const bands = contours.map(({ rings }, i): Shape => {
    const fill = others[i] ?? lowest;
    // A stroke of its color closes the seam to the band below.
    return {
      kind: "paths",
      lines: rings.map((ring) => projected(ring, frame)),
      fill,
      stroke: fill,
      width: 0.6,
    };
  });
  const ink = (level: number): string => inkOn(fillOf(level, figure));
  const labels = labeled ? labelsOf(contours, frame) : [];
  const drawn = withGaps(contours, labels, frame);
  // Light and shade alone leave lines that are as bright as their bands: they have a thread in them.
  const edges: Shape[] = relief
    ? [...reliefShapes(drawn, grid, frame), ...threads(drawn, frame, ink)]
    : [plainLines(drawn, frame)];
  return [
    { kind: "path", points: ground, fill: lowest, stroke: null },
    ...bands,
    ...edges,
    ...coverShapes(grid, frame, colors),
    ...labelShapes(labels, { inkOf: ink, haloOf: (level) => fillOf(level, figure) }),
  ];
}

function plainLines(contours: readonly Contour[], frame: ContourFrame): Shape {
  const all = contours.flatMap(({ pieces }) =>
    pieces.map(({ points }) => projected(points, frame)),
  );
  return { kind: "paths", lines: all, fill: null, stroke: "#000000", width: 0.8, opacity: 0.28 };
}

/** @param inkOf - what is seen on the color of a level. */
function threads(
  contours: readonly Contour[],
  frame: ContourFrame,
  inkOf: (level: number) => string,
): Shape[] {
  return contours.map(({ level, pieces }) => ({
    kind: "paths",
    lines: pieces.map(({ points }) => projected(points, frame)),
    fill: null,
    stroke: inkOf(level),
    width: 0.7,
    opacity: 0.4,
  }));
}

function lines(
  grid: ContourGrid,
  figure: ContourFigure,
  frame: ContourFrame,
  colors: Colors,
): Shape[] {
  const contours = traceOf(grid, figure.levels);
  const { surface, text } = colors;
  const strokeOf = (level: number): string => grid.color ?? lineOf(level, figure, surface);
  const labels = figure.labeled ? labelsOf(contours, frame) : [];
  const drawn = withGaps(contours, labels, frame).flatMap(({ level, pieces }) =>
    [false, true].map((isFaint): Shape => ({
      kind: "paths",
      fill: null,
      stroke: strokeOf(level),
      width: 1.4,
      lines: pieces
        .filter((piece) => piece.faint === isFaint)
        .map(({ points }) => projected(points, frame)),
      opacity: isFaint ? faint : 1,
    })),
  );
  const inkOf = (level: number): string =>
    grid.color ?? (figure.grids.length > 1 ? strokeOf(level) : text);
  return [
    ...drawn,
    ...hatchShapes(cellPatches(grid, HOLE, frame), colors),
    ...dotShapes(grid, frame, colors),
    ...labelShapes(labels, { inkOf, haloOf: () => surface }),
  ];
}
