import { expect, test } from "vitest";
import { frameOf, roundBytes, stairs, timeAt, valueAt, type AllocationFigure } from "./chart";

const figure: AllocationFigure = {
  time: Float64Array.of(0, 40, 80),
  allocated: Float64Array.of(1024, 4096, 2048),
  reserved: Float64Array.of(NaN, NaN, NaN),
  start: 0,
  end: 100,
  at: null,
  peak: 40,
  peakLabel: "peak",
};
const size = { width: 184, height: 136 };

test("memory stays what it is until it changes", () => {
  const frame = frameOf(figure, size);
  expect(frame).toEqual({ left: 74, width: 100, height: 100, most: 5 * 1024 });
  const y = (bytes: number): number => 14 + 100 * (1 - bytes / 5120);
  expect([...stairs(figure, frame, figure.allocated)]).toEqual([
    ...[74, y(1024), 114, y(1024)],
    ...[114, y(4096), 154, y(4096)],
    ...[154, y(2048), 174, y(2048)],
  ]);
  expect(stairs(figure, frame, figure.reserved)).toHaveLength(0);
});

test("the value at a moment is the last one before it", () => {
  expect([-1, 0, 39, 40, 99].map((moment) => valueAt(figure, moment))).toEqual([-1, 0, 0, 1, 2]);
});

test("a place beside the plot is at its border", () => {
  const frame = frameOf(figure, size);
  expect([0, 74, 124, 999].map((x) => timeAt(figure, frame, x))).toEqual([0, 0, 50, 100]);
});

test("the axis ends at a round number of bytes", () => {
  expect(roundBytes(1)).toBe(1);
  expect(roundBytes(3 * 1024 ** 2)).toBe(4 * 1024 ** 2);
  expect(roundBytes(700 * 1024)).toBe(1024 * 1024);
});
