/** A timeline as shapes: on a canvas part by part, in a file as a whole. */

import { shadeOf } from "../../lib/profile/name-color";
import { spanText, spanTicks } from "../../lib/profile/spans";
import type { ChartColors } from "../common/theme";
import type { Shape } from "../shapes/shapes";
import { cutMeasured as cut } from "../shapes/measure";
import {
  HEAD,
  LEVEL,
  rectangles,
  TITLE,
  topOf,
  type TimelineLayout,
  type Rectangles,
  type Seen,
} from "./layout";
import type { TimelineFigure, TimelineWindow } from "./types";

/** Of the ruler: steps above, ticks below. */
export const RULER = 40;
const STEPS = 19;
/** Texts in one picture at most, and pixels that one needs at least. */
const MOST_LABELS = 600;
const LABEL_PIXELS = 30;

const line = (points: readonly number[], stroke: string, more: object = {}): Shape => ({
  kind: "path",
  points: Float64Array.from(points),
  fill: null,
  stroke,
  ...more,
});

const area = (
  [left, top, right, bottom]: readonly [number, number, number, number],
  fill: string,
  opacity = 1,
): Shape => ({
  kind: "path",
  points: Float64Array.of(left, top, right, top, right, bottom, left, bottom),
  fill,
  stroke: null,
  opacity,
});

/** Pixels of a moment. */
export const pixelOf = (window: TimelineWindow, width: number, time: number): number =>
  ((time - window.start) / (window.end - window.start)) * width;

/** Ticks of what is seen, about one for each 110 pixels. */
const ticksOf = (window: TimelineWindow, width: number) =>
  spanTicks(window.start, window.end, Math.max(2, width / 110));

/** Steps and ticks above the lanes. */
export function rulerShapes(
  { steps, marked }: TimelineFigure,
  window: TimelineWindow,
  width: number,
  colors: ChartColors,
): Shape[] {
  const shapes: Shape[] = [];
  const x = (time: number): number => pixelOf(window, width, time);
  steps.forEach(({ start, end, number, isWarmUp }, i) => {
    const [left, right] = [Math.max(-2, x(start)), Math.min(width + 2, x(end))];
    if (right < 0 || left > width || right - left < 0.5) return;
    const inner = Math.max(left + 0.5, right - 1);
    shapes.push(
      area(
        [left, 1, inner, STEPS - 2],
        i % 2 === 0 ? colors.grid : colors.muted,
        i % 2 === 0 ? 1 : 0.22,
      ),
    );
    const room = right - left - 8;
    const name = `${number}${isWarmUp ? " ○" : ""}`;
    const text = room > 90 ? `${name} · ${spanText(end - start)}` : cut(name, room);
    if (room > 12 && text !== "")
      shapes.push({
        kind: "text",
        x: Math.max(left, 0) + 5,
        y: 13,
        text,
        anchor: "start",
        fill: colors.text,
      });
  });
  const ticks = ticksOf(window, width);
  ticks.at.forEach((at, i) => {
    const place = x(at);
    shapes.push(line([place, RULER - 5, place, RULER], colors.muted));
    const text = ticks.labels[i] ?? "";
    if (place < width - 30)
      shapes.push({
        kind: "text",
        x: place + 4,
        y: RULER - 8,
        text,
        anchor: "start",
        fill: colors.muted,
      });
  });
  if (marked !== null) {
    const [left, right] = [x(marked.start), x(marked.end)];
    shapes.push(
      area([left, STEPS, Math.max(left + 1, right), RULER], colors.accent, 0.22),
      ...edges(left, right, STEPS, RULER, colors.accent),
    );
    const text = spanText(marked.end - marked.start);
    const middle = Math.min(width - 30, Math.max(30, (left + right) / 2));
    shapes.push({
      kind: "text",
      x: middle,
      y: RULER - 8,
      text,
      anchor: "middle",
      fill: colors.text,
      bold: true,
      halo: colors.surface,
    });
  }
  shapes.push(line([0, RULER - 0.5, width, RULER - 0.5], colors.grid));
  return shapes;
}

const edges = (left: number, right: number, top: number, bottom: number, color: string): Shape[] =>
  [left, right].map((at) => line([at, top, at, bottom], color, { width: 1.5 }));

export interface Lanes {
  readonly figure: TimelineFigure;
  readonly layout: TimelineLayout;
  readonly seen: Seen;
  readonly colors: ChartColors;
  /** Write the lanes' names, too: on the screen they are buttons. */
  readonly hasTitles?: boolean;
}

/** What is seen of the lanes, in pixels from the top of what is seen; and where its rectangles lie. */
export function laneShapes(lanes: Lanes): {
  readonly shapes: Shape[];
  readonly drawn: Rectangles | null;
} {
  const { figure, layout, seen, colors } = lanes;
  const { window, width, top, bottom } = seen;
  const height = bottom - top;
  const shapes: Shape[] = [];
  for (const at of ticksOf(window, width).at) {
    const place = pixelOf(window, width, at);
    shapes.push(line([place, 0, place, height], colors.grid));
  }
  for (const { start } of figure.steps) {
    const place = pixelOf(window, width, start);
    if (place > 0 && place < width)
      shapes.push(line([place, 0, place, height], colors.muted, { dash: [2, 3], opacity: 0.7 }));
  }
  for (const { lane, top: at } of layout.rows) {
    const y = at - top;
    if (y > height || y + TITLE < 0) continue;
    shapes.push(area([0, y, width, y + TITLE - 3], colors.grid, 0.75));
    if (lanes.hasTitles === true)
      shapes.push({
        kind: "text",
        x: 6,
        y: y + 13,
        text: cut(`${lane.label} ${lane.note}`, width - 12),
        anchor: "start",
        fill: colors.text,
      });
  }
  for (const { group, top: at } of layout.heads) {
    const y = at - top;
    if (y > height || y + HEAD < 0) continue;
    shapes.push(area([0, y, width, y + HEAD - 2], colors.muted, 0.2));
    if (lanes.hasTitles === true)
      shapes.push({
        kind: "text",
        x: 6,
        y: y + 16,
        text: cut(`${group.label} ${group.note}`, width - 12),
        anchor: "start",
        fill: colors.text,
        bold: true,
      });
  }
  const drawn = figure.slices === null ? null : rectangles(figure.slices, layout, seen);
  if (drawn !== null) shapes.push(...spanShapes(lanes, drawn));
  if (figure.marked !== null) {
    const left = pixelOf(window, width, figure.marked.start);
    const right = Math.max(left + 1, pixelOf(window, width, figure.marked.end));
    shapes.push(
      area([left, 0, right, height], colors.accent, 0.08),
      ...edges(left, right, 0, height, colors.accent),
    );
  }
  shapes.push(...flowShapes(lanes));
  return { shapes, drawn };
}

function spanShapes({ figure, layout, seen, colors }: Lanes, drawn: Rectangles): Shape[] {
  const { slices, selected, isFound } = figure;
  if (slices === null) return [];
  const { window, width, top } = seen;
  const places = new Float64Array(4 * drawn.count);
  const fills: string[] = [];
  const labels: Shape[] = [];
  const frames: Shape[] = [];
  for (let i = 0; i < drawn.count; i++) {
    const slice = drawn.slice[i] as number;
    const [x, wide, y] = [
      drawn.x[i] as number,
      drawn.width[i] as number,
      (drawn.y[i] as number) - top,
    ];
    const name = slices.names[slices.name[slice] as number] ?? "";
    const isDim = isFound !== null && !isFound(name);
    const shown = shownWidth(wide);
    places.set([x, y, shown, LEVEL - 1], 4 * i);
    const strength = isDim ? 0 : 0.15 + 0.85 * (drawn.covered[i] as number);
    const color = slices.colors[slices.color[slice] as number] ?? colors.muted;
    fills.push(isDim ? colors.grid : shadeOf(color, colors.surface, strength));
    const left = Math.max(0, x);
    const room = Math.min(width, x + wide) - left - 6;
    if (room < LABEL_PIXELS || labels.length >= MOST_LABELS) continue;
    const fill = isDim ? colors.muted : colors.text;
    labels.push({
      kind: "text",
      x: left + 4,
      y: y + 12,
      text: cut(name, room),
      anchor: "start",
      fill,
    });
  }
  const at = selected === null ? null : topOf(layout, selected.lane, selected.depth);
  if (selected !== null && at !== null) {
    const left = Math.max(-3, pixelOf(window, width, selected.start));
    const right = Math.min(width + 3, pixelOf(window, width, selected.end));
    if (right > 0 && left < width)
      frames.push(frame(left, at - top, Math.max(2, right - left), colors.text, 2));
  }
  return [{ kind: "cells", places, fills }, ...labels, ...frames];
}

/** Between two neighbors is a gap. */
const shownWidth = (wide: number): number => Math.max(1, wide > 3 ? wide - 1 : wide);

/** A frame around the slice under the pointer. */
export function hoveredShapes(
  { x, y, width, slice }: Rectangles,
  hovered: number,
  top: number,
  { muted }: ChartColors,
): Shape[] {
  const at = slice.indexOf(hovered);
  if (at < 0) return [];
  const [left, wide] = [x[at] as number, width[at] as number];
  return [frame(left, (y[at] as number) - top, shownWidth(wide), muted, 1)];
}

const frame = (x: number, y: number, wide: number, stroke: string, width: number): Shape =>
  line([x, y, x + wide, y, x + wide, y + LEVEL - 1, x, y + LEVEL - 1, x, y], stroke, { width });

function flowShapes({ figure, layout, seen }: Lanes): Shape[] {
  const { window, width, top } = seen;
  return figure.flows.flatMap((flow): Shape[] => {
    const from = topOf(layout, flow.fromLane, flow.fromDepth);
    const to = topOf(layout, flow.toLane, flow.toDepth);
    if (from === null || to === null) return [];
    const [x0, x1] = [pixelOf(window, width, flow.fromTime), pixelOf(window, width, flow.toTime)];
    if (Math.max(x0, x1) < -width || Math.min(x0, x1) > 2 * width) return [];
    const [y0, y1] = [from - top + LEVEL / 2, to - top + LEVEL / 2];
    return [
      line(bent(x0, y0, x1, y1), flow.color, { width: 1.5 }),
      { kind: "circle", x: x1, y: y1, radius: 3, fill: flow.color, stroke: null },
    ];
  });
}

/** A line that leaves and arrives sideways. */
function bent(x0: number, y0: number, x1: number, y1: number): number[] {
  const reach = Math.min(60, Math.max(12, Math.abs(x1 - x0) / 2));
  const points: number[] = [];
  for (let i = 0; i <= 16; i++) {
    const t = i / 16;
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    points.push(a * x0 + b * (x0 + reach) + c * (x1 - reach) + d * x1, (a + b) * y0 + (c + d) * y1);
  }
  return points;
}

/** The whole of what is seen, as a picture: ruler, and all lanes however far they reach down. */
export function pictureShapes(
  figure: TimelineFigure,
  layout: TimelineLayout,
  window: TimelineWindow,
  width: number,
  colors: ChartColors,
): { readonly shapes: Shape[]; readonly height: number } {
  const seen = { window, width, top: -RULER - 4, bottom: layout.height };
  const { shapes } = laneShapes({ figure, layout, seen, colors, hasTitles: true });
  const height = RULER + 4 + layout.height;
  const box = { left: 0, top: 0, width, height };
  const ruler = area([0, 0, width, RULER + 4], colors.surface);
  return {
    shapes: [
      {
        kind: "clip",
        box,
        shapes: [...shapes, ruler, ...rulerShapes(figure, window, width, colors)],
      },
    ],
    height,
  };
}
