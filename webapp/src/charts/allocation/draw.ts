/** Memory over time as steps: what is allocated, and what is reserved. */

import { formatBytes } from "../../lib/format";
import { spanTicks } from "../../lib/profile/spans";
import type { ChartColors } from "../common/theme";
import type { Shape, Size } from "../shapes/shapes";

export interface Figure {
  /** Nanoseconds, rising. */
  readonly time: Float64Array;
  /** Bytes; NaN: unknown. */
  readonly allocated: Float64Array;
  readonly reserved: Float64Array;
  readonly start: number;
  readonly end: number;
  /** Moments with a line: where the memory is told of. */
  readonly at: number | null;
  readonly peak: number | null;
  readonly peakLabel: string;
}

const TOP = 14;
const BOTTOM = 22;
const LEFT = 74;
const RIGHT = 10;

export interface Frame {
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

export function frameOf({ allocated, reserved }: Figure, { width, height }: Size): Frame {
  let most = 1;
  for (const values of [allocated, reserved]) {
    for (const value of values) if (value > most) most = value;
  }
  const round = roundBytes(most * 1.02);
  return {
    left: LEFT,
    width: Math.max(10, width - LEFT - RIGHT),
    height: Math.max(10, height - TOP - BOTTOM),
    most: round,
  };
}

export const timeAt = ({ start, end }: Figure, { left, width }: Frame, x: number): number =>
  start + Math.min(1, Math.max(0, (x - left) / width)) * (end - start);

const xOf = ({ start, end }: Figure, { left, width }: Frame, time: number): number =>
  left + ((time - start) / (end - start)) * width;

/** Place of the last value at or before a moment; -1: it begins later. */
export function valueAt({ time }: Figure, moment: number): number {
  let [low, high] = [0, time.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((time[middle] as number) <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Each value holds until the next one: x, y, x, y... in pixels. */
export function stairs(figure: Figure, frame: Frame, values: Float64Array): Float64Array {
  const points: number[] = [];
  const right = frame.left + frame.width;
  let last = NaN;
  for (let i = 0; i < figure.time.length; i++) {
    const value = values[i] as number;
    if (Number.isNaN(value)) continue;
    const x = Math.min(right, Math.max(frame.left, xOf(figure, frame, figure.time[i] as number)));
    const y = TOP + frame.height * (1 - value / frame.most);
    if (!Number.isNaN(last)) points.push(x, last);
    points.push(x, y);
    last = y;
  }
  if (!Number.isNaN(last)) points.push(right, last);
  return Float64Array.from(points);
}

export function allocationShapes(figure: Figure, size: Size, colors: ChartColors): Shape[] {
  const frame = frameOf(figure, size);
  const { left, width, height, most } = frame;
  const floor = TOP + height;
  const shapes: Shape[] = [];
  const path = (
    points: readonly number[] | Float64Array,
    stroke: string,
    more: object = {},
  ): void => {
    shapes.push({ kind: "path", points: Float64Array.from(points), fill: null, stroke, ...more });
  };
  const write = (x: number, y: number, text: string, anchor: "start" | "middle" | "end"): void => {
    shapes.push({ kind: "text", x, y, text, anchor, fill: colors.muted });
  };
  for (let i = 0; i <= 4; i++) {
    const y = floor - (height * i) / 4;
    path([left, y, left + width, y], colors.grid);
    write(left - 6, y + 4, formatBytes((most * i) / 4), "end");
  }
  const ticks = spanTicks(figure.start, figure.end, width / 120);
  ticks.at.forEach((at, i) => {
    const x = xOf(figure, frame, at);
    path([x, TOP, x, floor], colors.grid);
    if (x < left + width - 20) write(x, floor + 15, ticks.labels[i] ?? "", "middle");
  });
  const curve = stairs(figure, frame, figure.allocated);
  if (curve.length >= 4) {
    const area = Float64Array.from([
      curve[0] as number,
      floor,
      ...curve,
      curve[curve.length - 2] as number,
      floor,
    ]);
    shapes.push({ kind: "path", points: area, fill: colors.accent, stroke: null, opacity: 0.16 });
    path(curve, colors.accent, { width: 1.5 });
  }
  const reserved = stairs(figure, frame, figure.reserved);
  if (reserved.length >= 4) path(reserved, colors.muted, { width: 1.2, dash: [5, 3] });
  for (const [moment, dash] of [
    [figure.peak, [3, 3]],
    [figure.at, []],
  ] as const) {
    if (moment === null || moment < figure.start || moment > figure.end) continue;
    const x = xOf(figure, frame, moment);
    path([x, TOP, x, floor], colors.text, { dash, width: 1.2 });
    if (moment === figure.peak) {
      const isRight = x > left + width / 2;
      shapes.push({
        kind: "text",
        x: x + (isRight ? -5 : 5),
        y: TOP + 1,
        text: figure.peakLabel,
        anchor: isRight ? "end" : "start",
        fill: colors.text,
        halo: colors.surface,
      });
    }
  }
  return shapes;
}
