/** A chart as a vector picture: the same scales, ticks, lines and marks as on the screen. */

import type { Ticks } from "../../lib/ticks";
import type { FigureLabels } from "../shapes/figure";
import type { Shape, Size, Box } from "../shapes/shapes";
import { escaped, shapeSvg } from "../shapes/svg";
import { rightMargin, xAxisSize, xTicks, yAxisSize, yTicks } from "./axes";
import { hasLeft } from "./extent";
import { scalesOf } from "./hover";
import { markers, markerSize, outline, type Marker } from "./markers";
import { areaPath, bandOf, hatches, isHighlighted, type AreaPen } from "./areas";
import { crowds, type Crowd } from "./crowds";
import { boundLabels, type BoundLabel } from "./bounds";
import {
  areaOpacity,
  bandOpacity,
  boundDashes,
  dotRadius,
  faintOpacity,
  haloWidth,
  hatchOpacity,
  quietOpacity,
  smoothedExtra,
  strokeWidth,
} from "./painter";
import { drawPath, projection, strokesOf } from "./path";
import type { Scale } from "../common/scales";
import type { Area, Figure, Line, QuietLine, Range, Window } from "./types";
import type { ChartColors } from "../common/theme";

/** What a chart is surrounded by, such as names of its axes, and what lies over it. */
export interface Surroundings {
  /** Room above and below the plot with its ticks, in pixels. */
  readonly above: number;
  readonly below: number;
  /** In pixels from the upper left corner of the plot with its axes. */
  readonly shapes: readonly Shape[];
}

export interface Picture {
  /** Empty: none. */
  readonly title: string;
  readonly figure: Figure;
  readonly window: Window;
  readonly colors: ChartColors;
  /** Of the plot with its axes, in pixels; title and legend come on top of the height. */
  readonly width: number;
  readonly height: number;
  readonly surroundings?: Surroundings;
  /** The same in another size, and with other names. */
  readonly surroundingsAt?: (size: Size, labels: FigureLabels) => Surroundings;
  /** Names of the axes, of the right one as of values; none unless given. */
  readonly labels?: FigureLabels;
  /** There is one unless told. */
  readonly hasLegend?: boolean;
}

const titleHeight = 28;
const legendRow = 18;
const legendGap = 18;
const characterWidth = 6.6;

/** Where the parts of a picture lie. */
function layoutOf(picture: Picture) {
  const { title, figure, window, colors, width, height, hasLegend = true } = picture;
  const { above, below, shapes } = picture.surroundings ?? { above: 0, below: 0, shapes: [] };
  const start = (title === "" ? 0 : titleHeight) + above;
  const scales = scalesOf(figure, window);
  const [x, y] = scales;
  const xs = xTicks(x, figure.kind, width - 60);
  const ys: Ticks = hasLeft(figure) ? yTicks(y, height - 30) : { at: [], labels: [] };
  const left = yAxisSize(ys.labels);
  const rightTicks = window.right && yTicks(scales[2], height - 30);
  const right = rightTicks === undefined ? rightMargin : yAxisSize(rightTicks.labels);
  const box: Box = {
    left,
    top: start + 8,
    width: width - left - right,
    height: height - 8 - xAxisSize(figure.kind),
  };
  const named = hasLegend ? figure.lines : [];
  const legend = legendSvg(named, left, start + height + below + 6, width - left, colors);
  const total = start + height + below + legend.height;
  return { start, shapes, scales, xs, ys, left, rightTicks, box, legend, total };
}

/** Height of the whole document, in pixels. */
export function chartHeight(picture: Picture): number {
  return layoutOf(picture).total;
}

/** @returns an SVG document. */
export function chartSvg(picture: Picture): string {
  const { title, figure, colors, width } = picture;
  const layout = layoutOf(picture);
  const { start, shapes, scales, xs, ys, left, rightTicks, box, legend, total } = layout;
  const [x, y] = scales;
  const quiet = (figure.quiet ?? []).filter(({ isHidden }) => isHidden !== true);
  const scaleOf = ({ axis }: Pick<Line, "axis">): Scale => scales[axis === "right" ? 2 : 1];
  const marks = markers(figure.lines, scales, box);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${total}" ` +
      `viewBox="0 0 ${width} ${total}" font-family="system-ui, sans-serif" font-size="11">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="${colors.surface}"/>`,
    title === ""
      ? ""
      : `<text x="${left}" y="19" font-size="13" font-weight="600" fill="${colors.text}">` +
        `${escaped(title)}</text>`,
    axesSvg(xs, ys, x, y, box, colors),
    rightTicks === undefined ? "" : rightAxisSvg(rightTicks, scales[2], box, colors),
    `<clipPath id="plot"><rect x="${box.left}" y="${box.top}" width="${box.width}" ` +
      `height="${box.height}"/></clipPath>`,
    `<g clip-path="url(#plot)" fill="none" stroke-linejoin="bevel">`,
    ...(figure.highlights ?? []).map(({ range }) => bandSvg(range, y, box, colors.danger)),
    ...(figure.areas ?? []).map((area, i) => areaSvg(area, x, y, box, `area-${i}`)),
    ...quiet.map((line) => lineSvg(line, line.y, x, y, box, quietOpacity(quiet.length))),
    ...figure.lines.map((line) =>
      line.faint ? lineSvg(line, line.faint, x, scaleOf(line), box, faintOpacity) : "",
    ),
    ...figure.lines.map((line) => {
      const scale = scaleOf(line);
      const width = strokeWidth + (line.faint ? smoothedExtra : 0);
      return strokesOf(line, x, scale, box)
        .map(({ ys, dash, opacity }) => lineSvg(line, ys, x, scale, box, opacity, dash, width))
        .join("");
    }),
    ...(figure.highlights ?? []).map((highlight, i) => {
      const own = figure.lines.filter((line) => isHighlighted(highlight, line));
      return highlightSvg(own, highlight.range, i, x, y, box, colors.danger);
    }),
    `</g>`,
    ...marks.map((mark) => markerSvg(mark, colors)),
    ...crowds(marks, box).map((crowd) => crowdSvg(crowd, colors)),
    ...boundLabels(figure, x, y, box).map((label) => boundLabelSvg(label, colors)),
    shapes.length === 0 ? "" : `<g transform="translate(0 ${start})">`,
    ...shapes.map(shapeSvg),
    shapes.length === 0 ? "" : "</g>",
    legend.svg,
    `</svg>`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function axesSvg(
  xs: Ticks,
  ys: Ticks,
  x: Scale,
  y: Scale,
  box: Box,
  { grid, muted }: ChartColors,
): string {
  const to = projection(x, y, box);
  const bottom = box.top + box.height;
  const lines: string[] = [];
  const texts: string[] = [];
  xs.at.forEach((value, i) => {
    const place = round(to.x(value));
    lines.push(`M${place} ${box.top}V${bottom}`);
    (xs.labels[i] ?? "").split("\n").forEach((label, row) => {
      const baseline = bottom + 15 + row * 14;
      texts.push(
        `<text x="${place}" y="${baseline}" text-anchor="middle">${escaped(label)}</text>`,
      );
    });
  });
  ys.at.forEach((value, i) => {
    const place = round(to.y(value));
    lines.push(`M${box.left} ${place}H${box.left + box.width}`);
    const label = escaped(ys.labels[i] ?? "");
    texts.push(`<text x="${box.left - 6}" y="${place + 4}" text-anchor="end">${label}</text>`);
  });
  return (
    `<path d="${lines.join("")}" stroke="${grid}" fill="none"/>\n` +
    `<g fill="${muted}">${texts.join("")}</g>`
  );
}

function rightAxisSvg(ticks: Ticks, y: Scale, box: Box, { muted }: ChartColors): string {
  const to = projection({ range: [0, 1], log: false }, y, box);
  const texts = ticks.at.map((value, i) => {
    const place = `x="${box.left + box.width + 6}" y="${round(to.y(value)) + 4}"`;
    return `<text ${place}>${escaped(ticks.labels[i] ?? "")}</text>`;
  });
  return `<g fill="${muted}">${texts.join("")}</g>`;
}

/** What lies behind all lines where they are highlighted. */
function bandSvg(range: Range, y: Scale, box: Box, color: string): string {
  const { top, height } = bandOf(range, y, box);
  return (
    `<rect x="${box.left}" y="${round(top)}" width="${box.width}" height="${round(height)}" ` +
    `fill="${color}" opacity="${bandOpacity}"/>`
  );
}

/** The lines once more in the color of warnings, cut to the heights of the range. */
function highlightSvg(
  lines: readonly Line[],
  range: Range,
  number: number,
  x: Scale,
  y: Scale,
  box: Box,
  color: string,
): string {
  const { top, height, bounds } = bandOf(range, y, box);
  const drawn = lines.map((line) => lineSvg({ ...line, color }, line.y, x, y, box, 1, line.dash));
  const marks = bounds.map(
    (bound) =>
      `<path d="M${box.left} ${round(bound)}H${box.left + box.width}" stroke="${color}" ` +
      `stroke-dasharray="${boundDashes.join(" ")}"/>`,
  );
  return (
    `<clipPath id="highlight${number}"><rect x="${box.left}" y="${round(top)}" ` +
    `width="${box.width}" height="${round(height)}"/></clipPath>` +
    `<g clip-path="url(#highlight${number})">${drawn.join("")}</g>${marks.join("")}`
  );
}

function crowdSvg({ text, x, y, isBefore }: Crowd, { surface, text: ink }: ChartColors): string {
  return (
    `<text x="${round(x)}" y="${round(y)}" dominant-baseline="central" ` +
    `text-anchor="${isBefore ? "end" : "start"}" fill="${ink}" ` +
    `stroke="${surface}" stroke-width="${haloWidth}" stroke-linejoin="round" ` +
    `paint-order="stroke">${escaped(text)}</text>`
  );
}

function boundLabelSvg({ text, x, y }: BoundLabel, { surface, danger }: ChartColors): string {
  return (
    `<text x="${round(x)}" y="${round(y)}" text-anchor="end" fill="${danger}" ` +
    `stroke="${surface}" stroke-width="${haloWidth}" stroke-linejoin="round" ` +
    `paint-order="stroke">${escaped(text)}</text>`
  );
}

function lineSvg(
  line: QuietLine,
  ys: Float64Array,
  x: Scale,
  y: Scale,
  box: Box,
  opacity: number,
  dash: readonly number[] = [],
  width = strokeWidth,
): string {
  const pen = new TextPen();
  const lonely = drawPath(pen, line.x, ys, x, y, box);
  const color = escaped(line.color);
  const dots: string[] = [];
  for (let i = 0; i < lonely.length; i += 2) {
    const place = `cx="${round(lonely[i] ?? 0)}" cy="${round(lonely[i + 1] ?? 0)}"`;
    dots.push(`<circle ${place} r="${dotRadius}" fill="${color}" opacity="${opacity}"/>`);
  }
  return (
    `<path d="${pen.text()}" stroke="${color}" stroke-width="${width}"` +
    `${dashSvg(dash)} opacity="${opacity}"/>${dots.join("")}`
  );
}

/** @param id - for the clip of a hatched area; no other in the picture has it. */
function areaSvg(area: Area, x: Scale, y: Scale, box: Box, id: string): string {
  const pen = new TextPen();
  areaPath(pen, area, x, y, box);
  const color = escaped(area.color);
  if (area.isWeak !== true)
    return `<path d="${pen.text()}" fill="${color}" opacity="${areaOpacity}"/>`;
  const lines = new TextPen();
  const strokes = hatches(box);
  for (let i = 0; i < strokes.length; i += 4) {
    lines.moveTo(strokes[i] ?? 0, strokes[i + 1] ?? 0);
    lines.lineTo(strokes[i + 2] ?? 0, strokes[i + 3] ?? 0);
  }
  return (
    `<clipPath id="${id}"><path d="${pen.text()}"/></clipPath>` +
    `<path d="${lines.text()}" stroke="${color}" opacity="${hatchOpacity}" clip-path="url(#${id})"/>`
  );
}

function dashSvg(dash: readonly number[]): string {
  return dash.length === 0 ? "" : ` stroke-dasharray="${dash.join(" ")}"`;
}

/** Writes strokes as the `d` of an SVG path. */
class TextPen implements AreaPen {
  readonly #parts: string[] = [];

  moveTo(x: number, y: number): void {
    this.#parts.push(`M${round(x)} ${round(y)}`);
  }

  lineTo(x: number, y: number): void {
    this.#parts.push(`L${round(x)} ${round(y)}`);
  }

  closePath(): void {
    this.#parts.push("Z");
  }

  text(): string {
    return this.#parts.join("");
  }
}

function markerSvg({ shape, x, y, color }: Marker, { surface }: ChartColors): string {
  const own = escaped(color);
  if (shape === "ring") {
    const place = `cx="${round(x)}" cy="${round(y)}" r="${markerSize - 1}"`;
    return `<circle ${place} fill="${surface}" stroke="${own}" stroke-width="1.5"/>`;
  }
  const corners = outline(shape).map(([dx, dy]) => `${round(x + dx)},${round(y + dy)}`);
  return `<polygon points="${corners.join(" ")}" fill="${own}" stroke="${surface}"/>`;
}

/** Names with their colors, in as many rows as they need. */
function legendSvg(
  lines: readonly Line[],
  left: number,
  top: number,
  width: number,
  { text }: ChartColors,
): { svg: string; height: number } {
  let [column, row] = [0, 0];
  const entries = lines.map(({ label, color, dash = [] }) => {
    const needs = 20 + label.length * characterWidth + legendGap;
    if (column > 0 && column + needs > width) [column, row] = [0, row + 1];
    const [x, y] = [round(left + column), top + row * legendRow + 12];
    column += needs;
    return (
      `<path d="M${x} ${y - 4}h14" stroke="${escaped(color)}" stroke-width="2.5"` +
      `${dashSvg(dash.map((length) => length / 2))}/>` +
      `<text x="${x + 20}" y="${y}" fill="${text}">${escaped(label)}</text>`
    );
  });
  return { svg: entries.join("\n"), height: lines.length === 0 ? 0 : (row + 1) * legendRow + 12 };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
