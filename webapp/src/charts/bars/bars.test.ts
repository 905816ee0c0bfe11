import { expect, it } from "vitest";
import { extentOf, pictureShapes, shareOf } from "./draw";
import type { BarFigure } from "./types";

const bar = { texts: ["0.6"], label: "" };
const figure: BarFigure = {
  bars: [
    { ...bar, key: "lr", title: "lr", value: 0.6, spread: 0.2 },
    { ...bar, key: "seed", title: "seed", value: -0.1, spread: 0.1 },
    { ...bar, key: "opt", title: "opt", value: NaN, spread: NaN },
  ],
  columns: [{ title: "Importance", hint: "" }],
};

it("bars share a range that holds zero and every whisker", () => {
  const extent = extentOf(figure);
  expect(extent.from).toBeCloseTo(-0.2, 12);
  expect(extent.to).toBeCloseTo(0.8, 12);
  expect(shareOf(extent, 0)).toBeCloseTo(0.2, 12);
  expect(extentOf({ ...figure, bars: [] })).toEqual({ from: 0, to: 1 });
});

it("a bar without a value is a name only", () => {
  const colors = { surface: "#fff", text: "#000", muted: "#555", grid: "#eee" };
  const shapes = pictureShapes(figure, 600, colors, "#306ce2");
  const filled = shapes.filter((shape) => shape.kind === "path" && shape.fill === "#306ce2");
  expect(filled).toHaveLength(2);
  for (const shape of shapes) {
    if (shape.kind === "path") expect([...shape.points].every(Number.isFinite)).toBe(true);
  }
});
