import { describe, expect, it } from "vitest";
import { all, cells } from "../rows/testing";
import { makeScale } from "../rows/scale";
import type { ScaleName } from "../rows/types";
import { inTwoLines, pictureShapes } from "./draw";
import { heights, laneY, layoutOf, shareAt, yOf } from "./layout";
import { nearestRow } from "./picking";
import type { ParallelAxis, ParallelFigure } from "./types";

function axis(
  name: ScaleName,
  values: Parameters<typeof cells>[0],
  change: Partial<ParallelAxis> = {},
): ParallelAxis {
  const scale = makeScale(name, cells(values), all(values.length));
  return { key: name, title: name, label: name, scale, flipped: false, brush: null, ...change };
}

const figure: ParallelFigure = {
  axes: [axis("linear", [0, 1, 0.5, undefined]), axis("category", ["a", "b", "b", "a"])],
  drawn: all(4),
  inside: Uint8Array.of(1, 1, 0, 1),
  colors: ["#ff0000", "#00ff00", "#0000ff", "#888888"],
  laneNames: ["+∞", "-∞", "≤ 0", "NaN", "text", "missing"],
};
const layout = layoutOf(figure, { width: 400, height: 300 });
const [first, second] = figure.axes as [ParallelAxis, ParallelAxis];
const ys = figure.axes.map((each) => heights(layout, each, figure.drawn));

describe("the layout", () => {
  it("has a lane for missing values below the axes, inside of the drawing", () => {
    const y = laneY(layout, first, "missing");
    expect(y).toBeGreaterThan(layout.bottom);
    expect(y).toBeLessThan(300);
    expect(ys[0]?.[3]).toBeCloseTo(y, 4);
    expect(laneY(layout, second, "missing")).toBeNaN();
  });

  it("is wider than its place where axes would be too near", () => {
    const axes = Array.from({ length: 20 }, () => first);
    expect(layoutOf({ ...figure, axes }, { width: 400, height: 300 }).width).toBe(124 + 19 * 92);
  });

  it("has large values on top, and on a flipped axis below", () => {
    expect(yOf(layout, first, 1)).toBe(layout.top);
    expect(yOf(layout, { ...first, flipped: true }, 1)).toBe(layout.bottom);
    expect(shareAt(layout, { ...first, flipped: true }, layout.top)).toBe(0);
    expect(yOf(layout, first, 7)).toBe(layout.top);
  });
});

describe("picking", () => {
  const [left, right] = layout.xs as [number, number];
  const mid = (row: number): number => ((ys[0]?.[row] ?? 0) + (ys[1]?.[row] ?? 0)) / 2;

  it("finds the line under a place between two axes", () => {
    const x = (left + right) / 2;
    for (const row of [0, 1, 2, 3]) {
      expect(nearestRow(layout, ys, figure.drawn, { x, y: mid(row) })).toBe(row);
    }
  });

  it("finds none far away, or outside of the axes", () => {
    expect(nearestRow(layout, ys, figure.drawn, { x: left - 30, y: ys[0]?.[0] ?? 0 })).toBeNull();
    expect(nearestRow(layout, ys, Int32Array.of(1), { x: left, y: layout.bottom })).toBeNull();
  });

  it("leaves out rows that are not asked for", () => {
    const x = (left + right) / 2;
    expect(nearestRow(layout, ys, Int32Array.of(1), { x, y: mid(0) })).toBeNull();
  });
});

it("a file has a line for each drawn row, and no number that is none", () => {
  const colors = { surface: "#fff", text: "#000", muted: "#555", grid: "#eee" };
  const shapes = pictureShapes(figure, layout, colors, "#00f");
  const lines = shapes.filter((shape) => shape.kind === "path" && shape.points.length === 4);
  expect(lines.filter((line) => "stroke" in line && line.stroke === "#ff0000")).toHaveLength(1);
  for (const shape of shapes) {
    if (shape.kind === "path") expect([...shape.points].every(Number.isFinite)).toBe(true);
  }
});

it.each([
  ["lr", ["lr"]],
  ["accuracy/test (last)", ["accuracy/test", "(last)"]],
  ["weight_decay_of_all", ["weight_decay_", "of_all"]],
  ["averylongnamewithoutanyword", ["averylongnamew", "ithoutanyword"]],
  ["one/two/three/four/five/six/seven", ["one/two/three/", "four/five/six…"]],
])("the title %s is written as %j in a file", (title, lines) => {
  expect(inTwoLines(title, 100)).toEqual(lines);
});
