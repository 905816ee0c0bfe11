/** A line chart as a vector picture, with title and legend. */

import type { ChartColors } from "../common/theme";
import type { FigureLabels } from "../shapes/figure";
import type { Shape, ShapeSize } from "../shapes/shapes";
import { documentSvg } from "../shapes/svg";
import { axesOf, layoutOf } from "./axes";
import { drawLines } from "./draw";
import type { LineFigure, ChartLine, LineWindow } from "./types";

/** What a chart is surrounded by, such as names of its axes, and what lies over it. */
export interface Surroundings {
  /** Room above and below the plot with its ticks, in pixels. */
  readonly above: number;
  readonly below: number;
  /** In pixels from the upper left corner of the plot with its axes. */
  readonly shapes: readonly Shape[];
}

export interface LinePicture {
  /** Empty: none. */
  readonly title: string;
  readonly figure: LineFigure;
  readonly window: LineWindow;
  readonly colors: ChartColors;
  /** Of the plot with its axes, in pixels; title and legend come on top of the height. */
  readonly width: number;
  readonly height: number;
  readonly surroundings?: Surroundings;
  /** The same in another size, and with other names. */
  readonly surroundingsAt?: (size: ShapeSize, labels: FigureLabels) => Surroundings;
  /** Names of the axes, of the right one as of values; none unless given. */
  readonly labels?: FigureLabels;
  /** There is one unless it is false. */
  readonly hasLegend?: boolean;
}

const titleHeight = 28;
const legendRow = 18;
const legendGap = 18;
const characterWidth = 6.6;
/** Between the axes and the legend, and from the bottom of the legend to that of the picture, in pixels. */
const apart = 6;
const foot = 12;

/** Where the parts of a picture lie, in pixels: the legend from the upper left corner of the plot with its axes. */
function partsOf(picture: LinePicture) {
  const { title, figure, window, width, height, hasLegend = true } = picture;
  const { above, below } = picture.surroundings ?? { above: 0, below: 0 };
  const start = (title === "" ? 0 : titleHeight) + above;
  const layout = layoutOf(figure, window, picture);
  const { left } = layout.box;
  const legend = legendOf(hasLegend ? figure.lines : [], width - left);
  const top = height + below + apart;
  return {
    layout,
    start,
    left,
    legend: { ...legend, top },
    total: start + height + below + legend.height,
  };
}

/** Height of the whole document, in pixels. */
export function chartHeight(picture: LinePicture): number {
  return partsOf(picture).total;
}

/** @returns an SVG document. */
export function chartSvg(picture: LinePicture): string {
  const { title, figure, colors, width, surroundings } = picture;
  const { layout, start, left, legend, total } = partsOf(picture);
  return documentSvg({
    size: { width, height: total },
    title: { text: title, left },
    legend: [],
    start,
    shapes: [
      ...axesOf(layout, colors),
      ...drawLines(figure, layout, colors).shapes,
      ...(surroundings?.shapes ?? []),
      ...legend.entries.flatMap((entry) => entryShapes(entry, left, legend.top, colors)),
    ],
    colors,
  });
}

interface Entry {
  readonly line: ChartLine;
  /** Pixels from the left end of the legend. */
  readonly column: number;
  readonly row: number;
}

/** Names with their colors, in as many rows as they need. */
function legendOf(
  lines: readonly ChartLine[],
  width: number,
): { entries: Entry[]; height: number } {
  let [column, row] = [0, 0];
  const entries = lines.map((line) => {
    const needs = 20 + line.label.length * characterWidth + legendGap;
    if (column > 0 && column + needs > width) [column, row] = [0, row + 1];
    const entry = { line, column, row };
    column += needs;
    return entry;
  });
  return { entries, height: lines.length === 0 ? 0 : (row + 1) * legendRow + foot };
}

function entryShapes(
  { line, column, row }: Entry,
  left: number,
  top: number,
  { text }: ChartColors,
): Shape[] {
  const { label, color, dash = [] } = line;
  const [x, y] = [left + column, top + row * legendRow + 12];
  return [
    {
      kind: "path",
      points: Float64Array.of(x, y - 4, x + 14, y - 4),
      fill: null,
      stroke: color,
      width: 2.5,
      dash: dash.map((length) => length / 2),
    },
    { kind: "text", x: x + 20, y, text: label, anchor: "start", fill: text },
  ];
}
