import { expect, it } from "vitest";
import type { ChartScale } from "../common/scales";
import { layoutOf, xAxisSize, xTicks, yAxisSize, yTicks } from "./axes";
import { figure, line } from "./testing";

const linear = (...range: [number, number]): ChartScale => ({ range, log: false });

it("has fewer ticks where there is less room", () => {
  expect(xTicks(linear(0, 1000), "integer", 700).at).toHaveLength(11);
  expect(xTicks(linear(0, 1000), "integer", 210).at).toEqual([0, 500, 1000]);
  expect(yTicks(linear(0, 1), 100).labels).toEqual(["0", "0.5", "1.0"]);
});

it("has three where round numbers twice as dense have room", () => {
  expect(xTicks(linear(19, 972_000), "integer", 275).labels).toEqual([
    "200k",
    "400k",
    "600k",
    "800k",
  ]);
  expect(xTicks(linear(0, 1), "integer", 275).at).toEqual([0, 1]);
});

it("has no steps between integers", () => {
  expect(xTicks(linear(0, 2), "integer", 700).at).toEqual([0, 1, 2]);
});

it("has room for two lines of text below times of day", () => {
  expect([xAxisSize("integer"), xAxisSize("wall")]).toEqual([24, 38]);
});

it("widens for long labels in coarse steps", () => {
  expect(yAxisSize(["0.1"])).toBe(44);
  expect(yAxisSize(["1.2345e-10"])).toBe(80);
});

it("has ticks for the largest and the smallest numbers", () => {
  expect(yTicks(linear(0, 2e301), 100).labels).toEqual(["0", "1e301", "2e301"]);
  expect(yTicks(linear(-4e307, 4e307), 200).at.length).toBeGreaterThan(2);
  expect(yTicks(linear(0, 2e-300), 100).labels).toEqual(["0", "1e-300", "2e-300"]);
});

it("lays out the plot, for which an axis on the right takes room", () => {
  const window = { x: [0, 1], y: [0, 1] } as const;
  const size = { width: 500, height: 300 };
  const left = line([0, 1], [0, 1]);
  const one = layoutOf(figure([left]), window, size);
  expect(one.box).toEqual({ left: 44, top: 8, width: 440, height: 268 });
  const both = figure([left, line([0, 1], [0, 1], { axis: "right" })]);
  expect(layoutOf(both, { ...window, right: [0, 1] }, size).box.width).toBe(412);
});

it("has no ticks on a left axis that no line is read on", () => {
  const right = figure([line([0, 100], [500, 700], { axis: "right" })]);
  const window = { x: [0, 100], y: [0, 1], right: [500, 700] } as const;
  const { ticks } = layoutOf(right, window, { width: 500, height: 300 });
  expect(ticks.left.at).toEqual([]);
  expect(ticks.right.labels).toContain("600");
});
