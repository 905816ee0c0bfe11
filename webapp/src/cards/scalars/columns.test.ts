import { expect, it } from "vitest";
import { columnsOf } from "./columns";
import { series } from "./testing";

const jumbled = series("a", [1, 2, 3], {
  origin: 100,
  walltime: Float64Array.of(100, 130, 120),
  smoothed: Float64Array.of(10, 20, 30),
});

it("lie along the axis that is asked for", () => {
  expect([...columnsOf(jumbled, "step").x]).toEqual([0, 1, 2]);
  expect([...columnsOf(jumbled, "wall").x]).toEqual([100, 120, 130]);
});

it("are put in order where times fall, all of them alike", () => {
  const { x, step, value, smoothed } = columnsOf(jumbled, "relative");
  expect([x, step, value, smoothed ?? []].map((column) => [...column])).toEqual([
    [0, 20, 30],
    [0, 2, 1],
    [1, 3, 2],
    [10, 30, 20],
  ]);
});

it("are worked out once", () => {
  expect(columnsOf(jumbled, "wall")).toBe(columnsOf(jumbled, "wall"));
});
