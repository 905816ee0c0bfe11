import { expect, test } from "vitest";
import { frameOf, spotAt, stackShapes, totalOf } from "./draw";
import type { StackFigure } from "./types";

const figure: StackFigure = {
  bars: [
    { label: "1", isApart: true },
    { label: "2", isApart: false },
  ],
  layers: [
    { name: "kernel", color: "#306ce2" },
    { name: "other", color: "#8a94a4" },
  ],
  values: Float64Array.of(60e6, 40e6, 30e6, 20e6),
  lines: [{ label: "median 50 ms", value: 50e6 }],
  chosen: -1,
  title: "step",
};
const size = { width: 400, height: 200 };
const colors = {
  surface: "#fff",
  text: "#000",
  muted: "#555",
  grid: "#eee",
  accent: "#00f",
  danger: "#f00",
  cursor: "#888",
};

test("parts of a bar add up to its height", () => {
  expect([totalOf(figure, 0), totalOf(figure, 1)]).toEqual([100e6, 50e6]);
  expect(frameOf(figure, size).most).toBe(104e6);
});

test("a place is of a bar and of a part of it", () => {
  const frame = frameOf(figure, size);
  const x = frame.left + frame.pitch / 2;
  const floor = 24 + frame.height;
  expect(spotAt(figure, frame, { x, y: floor - 2 })).toEqual({ bar: 0, layer: 0 });
  expect(spotAt(figure, frame, { x, y: 40 })).toEqual({ bar: 0, layer: 1 });
  expect(spotAt(figure, frame, { x: x + frame.pitch, y: 40 })).toEqual({ bar: 1, layer: -1 });
  expect(spotAt(figure, frame, { x: 2, y: 40 })).toBeNull();
});

test("only what does not count is hatched", () => {
  const shapes = stackShapes(figure, size, colors);
  expect(shapes.filter(({ kind }) => kind === "clip")).toHaveLength(1);
  const texts = shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));
  expect(texts).toContain("median 50 ms");
  expect(texts.filter((text) => text === "1" || text === "2")).toHaveLength(2);
});
