/** Stacked bars as shapes, for a canvas and for a file. */

import { spanTicks } from "../../lib/profile/spans";
import type { Ticks } from "../../lib/ticks";
import { axisShapes } from "../common/axes";
import type { ChartColors } from "../common/theme";
import type { Shape, ShapeSize } from "../shapes/shapes";
import { labelWidth, textWidth } from "../shapes/words";
import type { StackFigure, StackSpot } from "./types";

const TOP = 24;
const BOTTOM = 34;
const RIGHT = 8;

export interface StackFrame {
  readonly left: number;
  readonly width: number;
  readonly height: number;
  /** Of the axis. */
  readonly most: number;
  /** From the beginning of one bar to that of the next. */
  readonly pitch: number;
  readonly bar: number;
}

export function totalOf({ layers, values }: StackFigure, bar: number): number {
  let sum = 0;
  for (let i = 0; i < layers.length; i++) sum += values[bar * layers.length + i] ?? 0;
  return sum;
}

export function frameOf(figure: StackFigure, size: ShapeSize): StackFrame {
  const totals = figure.bars.map((_, i) => totalOf(figure, i));
  const most = Math.max(1, ...totals, ...figure.lines.map(({ value }) => value)) * 1.04;
  const ticks = spanTicks(0, most, 4);
  const left = labelWidth(ticks) + 12;
  const width = Math.max(10, size.width - left - RIGHT);
  const pitch = Math.min(90, width / Math.max(1, figure.bars.length));
  const bar = pitch > 4 ? Math.max(2, pitch - Math.max(1, Math.min(10, pitch * 0.22))) : pitch;
  return { left, width, height: Math.max(10, size.height - TOP - BOTTOM), most, pitch, bar };
}

const yOf = ({ height, most }: StackFrame, value: number): number =>
  TOP + height * (1 - value / most);

/** The bar and the part of it at a place; null: beside all of them. */
export function spotAt(
  figure: StackFigure,
  frame: StackFrame,
  at: { readonly x: number; readonly y: number },
): StackSpot | null {
  const bar = Math.floor((at.x - frame.left) / frame.pitch);
  if (at.x < frame.left || bar < 0 || bar >= figure.bars.length) return null;
  let sum = 0;
  for (let i = 0; i < figure.layers.length; i++) {
    const below = yOf(frame, sum);
    sum += figure.values[bar * figure.layers.length + i] ?? 0;
    if (at.y <= below && at.y > yOf(frame, sum)) return { bar, layer: i };
  }
  return { bar, layer: -1 };
}

const line = (points: readonly number[], stroke: string, more: object = {}): Shape => ({
  kind: "path",
  points: Float64Array.from(points),
  fill: null,
  stroke,
  ...more,
});

export function stackShapes(figure: StackFigure, size: ShapeSize, colors: ChartColors): Shape[] {
  const frame = frameOf(figure, size);
  const { left, width, pitch, bar: wide } = frame;
  const box = { left, top: TOP, width, height: frame.height };
  const at = (value: number): number => yOf(frame, value);
  const shapes = axisShapes({ side: "left", ticks: spanTicks(0, frame.most, 4), at }, box, colors);
  figure.bars.forEach(({ isApart }, bar) => {
    const x = left + bar * pitch + (pitch - wide) / 2;
    let sum = 0;
    figure.layers.forEach(({ color }, i) => {
      const from = sum;
      sum += figure.values[bar * figure.layers.length + i] ?? 0;
      if (sum <= from) return;
      const [y0, y1] = [yOf(frame, from), yOf(frame, sum)];
      shapes.push({
        kind: "path",
        points: Float64Array.of(x, y0, x + wide, y0, x + wide, y1, x, y1),
        fill: color,
        stroke: null,
        opacity: isApart ? 0.45 : 0.9,
      });
    });
    const top = yOf(frame, sum);
    const floor = yOf(frame, 0);
    if (isApart && floor - top > 2) shapes.push(hatched(x, top, wide, floor - top, colors.surface));
    if (bar === figure.chosen) shapes.push(outlineOf(figure, frame, bar, colors, 2));
  });
  shapes.push(line([left, yOf(frame, 0), left + width, yOf(frame, 0)], colors.muted));
  shapes.push(
    ...axisShapes(
      {
        side: "bottom",
        mark: "none",
        ticks: namesOf(figure, frame),
        at: (place) => left + (place + 0.5) * pitch,
        // A name may be wider than its bar.
        room: [left, size.width],
      },
      box,
      colors,
    ),
    ...linesOf(figure, frame, colors),
  );
  const bottom = size.height - 4;
  shapes.push({
    kind: "text",
    x: left,
    y: bottom,
    text: figure.title,
    anchor: "start",
    fill: colors.muted,
  });
  return shapes;
}

/** Around a bar, open at its foot. */
function outlineOf(
  figure: StackFigure,
  frame: StackFrame,
  bar: number,
  colors: ChartColors,
  width: number,
): Shape {
  const x = frame.left + bar * frame.pitch + (frame.pitch - frame.bar) / 2;
  const [floor, top, right] = [yOf(frame, 0), yOf(frame, totalOf(figure, bar)), x + frame.bar];
  return line([x, floor, x, top, right, top, right, floor], colors.text, { width });
}

/** How much of the other layers is covered while one is pointed at. */
const VEIL = 0.67;

/** The bar that is pointed at, and all parts of its layer: the others are covered by a veil. */
export function highlightShapes(
  figure: StackFigure,
  size: ShapeSize,
  { bar, layer }: StackSpot,
  colors: ChartColors,
): Shape[] {
  const frame = frameOf(figure, size);
  const veils = figure.bars.flatMap((_, at) => {
    const x = frame.left + at * frame.pitch + (frame.pitch - frame.bar) / 2;
    let sum = 0;
    return figure.layers.flatMap((_, i): Shape[] => {
      const from = sum;
      sum += figure.values[at * figure.layers.length + i] ?? 0;
      if (i === layer || layer < 0 || sum <= from) return [];
      const [y0, y1, right] = [yOf(frame, from), yOf(frame, sum), x + frame.bar];
      const points = Float64Array.of(x, y0, right, y0, right, y1, x, y1);
      return [{ kind: "path", points, fill: colors.surface, stroke: null, opacity: VEIL }];
    });
  });
  return [
    ...veils,
    ...(bar < figure.bars.length ? [outlineOf(figure, frame, bar, colors, 1)] : []),
  ];
}

/** Lines from the lower left to the upper right, cut off at the bar. */
function hatched(left: number, top: number, width: number, height: number, stroke: string): Shape {
  const lines: Float64Array[] = [];
  for (let x = left - height; x < left + width; x += 5) {
    lines.push(Float64Array.of(x, top + height, x + height, top));
  }
  return {
    kind: "clip",
    box: { left, top, width, height },
    shapes: [{ kind: "paths", lines, fill: null, stroke, width: 1.2, opacity: 0.8 }],
  };
}

/** As many labels of bars as there is room for, at the positions of these. */
function namesOf({ bars }: StackFigure, { pitch }: StackFrame): Ticks {
  const widest = Math.max(0, ...bars.map(({ label }) => textWidth(label))) + 10;
  const every = Math.max(1, Math.ceil(widest / pitch));
  const at = [...bars.keys()].filter((i) => i % every === 0);
  return { at, labels: at.map((i) => bars[i]?.label ?? "") };
}

function linesOf({ lines }: StackFigure, frame: StackFrame, colors: ChartColors): Shape[] {
  const right = frame.left + frame.width;
  let last = Infinity;
  return [...lines]
    .sort((a, b) => a.value - b.value)
    .flatMap(({ label, value }): Shape[] => {
      const y = yOf(frame, value);
      // Two labels never lie on each other.
      const at = Math.max(10, Math.min(y - 4, last - 12));
      last = at;
      return [
        line([frame.left, y, right, y], colors.text, { dash: [5, 3], opacity: 0.75 }),
        {
          kind: "text",
          x: right,
          y: at,
          text: label,
          anchor: "end",
          fill: colors.text,
          halo: colors.surface,
        },
      ];
    });
}
