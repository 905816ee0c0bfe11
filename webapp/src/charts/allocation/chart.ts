/** The chart of memory over time, in steps: what is allocated, and what is reserved. */

import { formatBytes } from "../../lib/format";
import { spanTicks } from "../../lib/profile/spans";
import type { ChartKind } from "../base/kind";
import { axisShapes } from "../common/axes";
import type { ChartColors } from "../common/theme";
import type { Shape, ShapeSize } from "../shapes/shapes";

export interface AllocationFigure {
  /** Nanoseconds, rising. */
  readonly time: Float64Array;
  /** Bytes; NaN: unknown. */
  readonly allocated: Float64Array;
  readonly reserved: Float64Array;
  readonly start: number;
  readonly end: number;
  /** Moments with a line: where the memory is described. */
  readonly at: number | null;
  readonly peak: number | null;
  readonly peakLabel: string;
}

/** Around the plot, in pixels. */
export const plot = { top: 14, right: 10, bottom: 22, left: 74 };

export interface AllocationFrame {
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly most: number;
}

/** The smallest round number of bytes that is at least so many: 1, 2 or 5 of a power of two's thousands. */
export function roundBytes(bytes: number): number {
  const unit = 1024 ** Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const size = bytes / unit;
  const factor = [1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200, 256, 500, 512, 1024].find(
    (each) => each >= size * (1 - 1e-9),
  );
  return (factor ?? 1024) * unit;
}

export function frameOf(
  { allocated, reserved }: AllocationFigure,
  { width, height }: ShapeSize,
): AllocationFrame {
  let most = 1;
  for (const values of [allocated, reserved]) {
    for (const value of values) if (value > most) most = value;
  }
  const round = roundBytes(most * 1.02);
  return {
    left: plot.left,
    width: Math.max(10, width - plot.left - plot.right),
    height: Math.max(10, height - plot.top - plot.bottom),
    most: round,
  };
}

export const timeAt = (
  { start, end }: AllocationFigure,
  { left, width }: AllocationFrame,
  x: number,
): number => start + Math.min(1, Math.max(0, (x - left) / width)) * (end - start);

const xOf = (
  { start, end }: AllocationFigure,
  { left, width }: AllocationFrame,
  time: number,
): number => left + ((time - start) / (end - start)) * width;

/** Place of the last value at or before a moment; -1: it begins later. */
export function valueAt({ time }: AllocationFigure, moment: number): number {
  let [low, high] = [0, time.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((time[middle] as number) <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Each value holds until the next one: x, y, x, y... in pixels. */
export function stairs(
  figure: AllocationFigure,
  frame: AllocationFrame,
  values: Float64Array,
): Float64Array {
  const points: number[] = [];
  const right = frame.left + frame.width;
  let last = NaN;
  for (let i = 0; i < figure.time.length; i++) {
    const value = values[i] as number;
    if (Number.isNaN(value)) continue;
    const x = Math.min(right, Math.max(frame.left, xOf(figure, frame, figure.time[i] as number)));
    const y = plot.top + frame.height * (1 - value / frame.most);
    if (!Number.isNaN(last)) points.push(x, last);
    points.push(x, y);
    last = y;
  }
  if (!Number.isNaN(last)) points.push(right, last);
  return Float64Array.from(points);
}

function allocationShapes(
  figure: AllocationFigure,
  frame: AllocationFrame,
  colors: ChartColors,
): Shape[] {
  const { left, width, height, most } = frame;
  const box = { left, top: plot.top, width, height };
  const floor = plot.top + height;
  const at = (time: number): number => xOf(figure, frame, time);
  const path = (points: Float64Array, stroke: string, more: object = {}): Shape => {
    return { kind: "path", points, fill: null, stroke, ...more };
  };
  const quarters = Array.from({ length: 5 }, (_, i) => (most * i) / 4);
  const shapes = [
    ...axisShapes(
      {
        side: "left",
        ticks: { at: quarters, labels: quarters.map(formatBytes) },
        at: (bytes) => floor - (height * bytes) / most,
      },
      box,
      colors,
    ),
    ...axisShapes(
      { side: "bottom", ticks: spanTicks(figure.start, figure.end, width / 120), at },
      box,
      colors,
    ),
  ];
  const curve = stairs(figure, frame, figure.allocated);
  if (curve.length >= 4) {
    const [first, last] = [curve[0] as number, curve[curve.length - 2] as number];
    const area = Float64Array.of(first, floor, ...curve, last, floor);
    shapes.push({ kind: "path", points: area, fill: colors.accent, stroke: null, opacity: 0.16 });
    shapes.push(path(curve, colors.accent, { width: 1.5 }));
  }
  const reserved = stairs(figure, frame, figure.reserved);
  if (reserved.length >= 4) shapes.push(path(reserved, colors.muted, { width: 1.2, dash: [5, 3] }));
  for (const [moment, dash] of [
    [figure.peak, [3, 3]],
    [figure.at, []],
  ] as const) {
    if (moment === null || moment < figure.start || moment > figure.end) continue;
    const x = at(moment);
    shapes.push(path(Float64Array.of(x, plot.top, x, floor), colors.text, { dash, width: 1.2 }));
    if (moment !== figure.peak) continue;
    const isRight = x > left + width / 2;
    shapes.push({
      kind: "text",
      x: x + (isRight ? -5 : 5),
      y: plot.top + 1,
      text: figure.peakLabel,
      anchor: isRight ? "end" : "start",
      fill: colors.text,
      halo: colors.surface,
    });
  }
  return shapes;
}

export interface AllocationSpot {
  /** In pixels. */
  readonly x: number;
  /** Of the last value before it; -1: it begins later. */
  readonly place: number;
}

/** Beside the plot its ends are meant. */
export const allocationChart: ChartKind<AllocationFigure, AllocationSpot> = {
  draw(figure, size, colors) {
    const frame = frameOf(figure, size);
    return {
      shapes: allocationShapes(figure, frame, colors),
      spotAt: ({ x }) => ({ x, place: valueAt(figure, timeAt(figure, frame, x)) }),
    };
  },
};
