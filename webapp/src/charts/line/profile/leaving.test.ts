import { expect, it } from "vitest";
import type { LineFigure, LineWindow } from "../types";
import { leavingOf } from "./leaving";

const box = { left: 50, top: 8, width: 400, height: 200 };
const window: LineWindow = { x: [0, 4], y: [0, 2] };

function figure(...y: number[]): LineFigure {
  const line = {
    key: "a",
    label: "a",
    color: "#123456",
    x: Float64Array.from(y.keys()),
    y: Float64Array.from(y),
  };
  return { lines: [line], kind: "number", limits: [0, 2] };
}

it("finds where a line goes through the upper edge, and where it comes back", () => {
  const found = leavingOf(figure(4, 0, 1, 1, 3), window, box);
  expect(found).toEqual([
    { color: "#123456", left: 100 },
    { color: "#123456", left: 400 },
  ]);
});

it("finds nothing of lines that stay, and of points that are no numbers", () => {
  expect(leavingOf(figure(0, 1, 2, 1, 0), window, box)).toEqual([]);
  expect(leavingOf(figure(0, NaN, 3, NaN, 0), window, box)).toEqual([]);
});
