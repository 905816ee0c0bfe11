import { expect, it } from "vitest";
import type { LineFigure, LineWindow } from "../types";
import { placedMarks } from "./marks";

const line = { key: "a", label: "a", color: "#000000" };
const figure: LineFigure = {
  lines: [{ ...line, x: Float64Array.of(0, 1), y: Float64Array.of(0, 1) }],
  kind: "number",
};
const window: LineWindow = { x: [0, 1], y: [0, 1] };
const box = { left: 50, top: 8, width: 400, height: 200 };

it("puts a mark at its share of the width, and none that is out of sight", () => {
  const marks = [
    { name: "b", x: 1 },
    { name: "a", x: 0.25 },
    { name: "beyond", x: 1.5 },
  ];
  expect(placedMarks(marks, figure, window, box).map(({ name, left }) => [name, left])).toEqual([
    ["a", 150],
    ["b", 450],
  ]);
});

it("writes names below each other where they would run into each other", () => {
  const marks = [
    { name: "first model", x: 0.5 },
    { name: "second model", x: 0.52 },
    { name: "far", x: 0.9 },
  ];
  expect(placedMarks(marks, figure, window, box).map(({ row }) => row)).toEqual([0, 1, 0]);
});
