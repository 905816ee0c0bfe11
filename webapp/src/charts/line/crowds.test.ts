import { expect, it } from "vitest";
import { crowds } from "./crowds";
import type { Marker } from "./markers";

const box = { left: 0, top: 0, width: 200, height: 100 };
const mark = (line: number, x: number, more: Partial<Marker> = {}): Marker => ({
  shape: "triangle",
  color: "#000",
  x,
  y: 50,
  at: x,
  count: 1,
  line,
  extremum: null,
  ...more,
});

it("marks of several lines at one place are counted, and those beside the right edge before it", () => {
  const marks = [mark(0, 100), mark(1, 101), mark(2, 102), mark(0, 40), mark(0, 190), mark(1, 191)];
  expect(crowds(marks, box)).toEqual([
    { text: "×3", x: 108, y: 50, isBefore: false },
    { text: "×2", x: 182, y: 50, isBefore: true },
  ]);
});

it("marks of one line, of other sorts and of extrema are no crowd", () => {
  expect(crowds([mark(0, 100), mark(0, 101)], box)).toEqual([]);
  expect(crowds([mark(0, 100), mark(1, 100, { shape: "up" })], box)).toEqual([]);
  expect(
    crowds(
      [0, 1].map((line) => mark(line, 100, { shape: "ring" })),
      box,
    ),
  ).toEqual([]);
});
