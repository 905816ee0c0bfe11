/** Where the plane lies in the drawing, what of it is in sight, and its axes. */

import { numberTicks } from "../../lib/ticks";
import type { ChartView } from "../base/view";
import { axisName, axisShapes } from "../common/axes";
import type { Point, ShapeSize } from "../shapes/shapes";
import { characterWidth, labelWidth } from "../shapes/words";
import type { ShapeBox, Colors, ContourFigure, Shape } from "./types";

export type { ChartView };

export interface ContourFrame {
  readonly size: ShapeSize;
  readonly box: ShapeBox;
  readonly view: ChartView;
  /** Whether there is room for the names of the axes and the scale of colors. */
  readonly isRoomy: boolean;
  /** What the scale of colors takes, in pixels; 0: it is not drawn. */
  readonly scaleRoom: number;
  /** The size without the room that a plane of its own shape leaves around it. */
  readonly trimmed: ShapeSize;
  readonly toX: (x: number) => number;
  readonly toY: (y: number) => number;
}

/** What the scale of colors takes at least, right of the plane, and at most for the sake of its name. */
const scaleRoom = { least: 66, most: 124 };
const entryHeight = 18;
const margins = { left: 56, right: 14, top: 12, bottom: 40 };
const tight = { left: 40, right: 10, top: 8, bottom: 24 };
/** Below this, in pixels, there is no room for words. */
const smallest = 240;

/** Where an axis has no name. */
const nameless = { left: 40, bottom: 26 };

type Planes = Pick<ContourFigure, "grids" | "paths" | "marks"> &
  Partial<Pick<ContourFigure, "drawing">>;

/** All that is drawn: the grids, and paths and marks that leave them. */
export function wholeView(figure: Planes): ChartView {
  const { grids, paths, marks } = figure;
  const isHeat = figure.drawing === "heat" && grids.length === 1;
  const span = (of: "x" | "y"): readonly [number, number] => {
    let [min, max] = [Infinity, -Infinity];
    const take = (value: number): void => {
      if (!Number.isFinite(value)) return;
      min = Math.min(min, value);
      max = Math.max(max, value);
    };
    for (const grid of grids)
      for (const value of isHeat ? cellEdges(grid[of]) : grid[of]) take(value);
    for (const path of paths) for (const value of path[of]) take(value);
    for (const mark of marks) take(mark[of]);
    if (!(min <= max)) return [0, 1];
    return min < max ? [min, max] : [min - 0.5, max + 0.5];
  };
  return { x: span("x"), y: span("y") };
}

/** Edges of the cells around the points of an axis: the middles between neighbors, and as far beyond both ends. */
export function cellEdges(axis: Float64Array): number[] {
  const [first = 0, last = 0] = [axis[0], axis.at(-1)];
  const middles = [...axis].slice(1).map((value, i) => (value + (axis[i] as number)) / 2);
  return [
    2 * first - (middles[0] ?? first + 0.5),
    ...middles,
    2 * last - (middles.at(-1) ?? last - 0.5),
  ];
}

/** @param entries - rows of the legend above the plane. */
export function frameOf(
  size: ShapeSize,
  view: ChartView,
  figure: Pick<ContourFigure, "equal" | "grids" | "valueLabel" | "hasScale"> &
    Partial<Pick<ContourFigure, "xLabel" | "yLabel" | "isPaper">>,
  entries: number,
): ContourFrame {
  const isRoomy = figure.isPaper === true || Math.min(size.width, size.height) >= smallest;
  const around = isRoomy ? withoutNames(figure) : tight;
  const scale = isRoomy && figure.hasScale ? scaleWidth(figure) : 0;
  const above = around.top + entries * entryHeight;
  const wide = Math.max(20, size.width - around.left - around.right - scale);
  const high = Math.max(20, size.height - above - around.bottom);
  const across = view.x[1] - view.x[0];
  const along = view.y[1] - view.y[0];
  const unit = Math.min(wide / across, high / along);
  const width = figure.equal ? across * unit : wide;
  const height = figure.equal ? along * unit : high;
  const box = {
    left: Math.round(around.left + (wide - width) / 2),
    top: Math.round(above + (high - height) / 2),
    width,
    height,
  };
  return {
    size,
    box,
    view,
    isRoomy,
    scaleRoom: scale,
    // A roomy drawing stays one.
    trimmed: {
      width: Math.max(Math.min(size.width, smallest), size.width - wide + width),
      height: Math.max(Math.min(size.height, smallest), size.height - high + height),
    },
    toX: (x) => box.left + ((x - view.x[0]) / across) * box.width,
    toY: (y) => box.top + ((view.y[1] - y) / along) * box.height,
  };
}

function withoutNames({ xLabel, yLabel }: Partial<Pick<ContourFigure, "xLabel" | "yLabel">>) {
  return {
    ...margins,
    ...(yLabel === "" ? { left: nameless.left } : {}),
    ...(xLabel === "" ? { bottom: nameless.bottom } : {}),
  };
}

/** What the scale of colors wants; lines in colors of their own need none. */
function scaleWidth({ grids, valueLabel }: Pick<ContourFigure, "grids" | "valueLabel">): number {
  if (grids.every(({ color }) => color !== undefined)) return 0;
  const named = Math.ceil(valueLabel.length * characterWidth) + 4;
  return Math.min(scaleRoom.most, Math.max(scaleRoom.least, named));
}

/** Of a file, which has no page around it: there is room for names, and for the scale of colors. */
export function fileSize(
  { trimmed, scaleRoom: taken }: ContourFrame,
  figure: ContourFigure,
): ShapeSize {
  return {
    width: Math.max(smallest, trimmed.width + scaleWidth(figure) - taken),
    height: Math.max(smallest, trimmed.height),
  };
}

/** The place of the plane at a point of the drawing. */
export function placeAt({ box, view }: ContourFrame, { x, y }: Point): Point {
  return {
    x: view.x[0] + ((x - box.left) / box.width) * (view.x[1] - view.x[0]),
    y: view.y[1] - ((y - box.top) / box.height) * (view.y[1] - view.y[0]),
  };
}

/** Points of the plane, x, y, x, y..., in pixels of the drawing. */
export function projected(points: Float64Array, { toX, toY }: ContourFrame): Float64Array {
  return points.map((value, i) => (i % 2 === 0 ? toX(value) : toY(value)));
}

/** Ticks, their numbers, the border, and the names of the axes. */
export function axes(
  frame: ContourFrame,
  { xLabel, yLabel }: Pick<ContourFigure, "xLabel" | "yLabel">,
  colors: Colors,
): Shape[] {
  const { box, view, size, isRoomy, toX, toY } = frame;
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  const along = numberTicks(view.y[0], view.y[1], box.height / 46);
  const { left, top } = box;
  const border = Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
  const bold = { fill: colors.muted, bold: true };
  // As far from the plot as there is room.
  const below = Math.min(size.height - 6 - bottom, 33);
  const beside = Math.min(left - 11, 16 + labelWidth(along));
  return [
    ...axisShapes(
      {
        side: "bottom",
        mark: "stroke",
        ticks: numberTicks(view.x[0], view.x[1], box.width / 70),
        at: toX,
        room: [left, size.width],
      },
      box,
      colors,
    ),
    ...axisShapes({ side: "left", mark: "stroke", ticks: along, at: toY }, box, colors),
    { kind: "path", points: border, fill: null, stroke: colors.grid },
    ...(isRoomy
      ? [axisName("bottom", xLabel, below, box, bold), axisName("left", yLabel, beside, box, bold)]
      : []),
  ];
}
