import { expect, it } from "vitest";
import { differenceOf, greatestOf, meanOf, perClass, strengthOf, sumsOf, valuesOf } from "./model";

const matrix = {
  run: "r",
  tag: "t",
  step: 0,
  walltime: 0,
  names: ["cat", "dog", "none"],
  counts: Float64Array.of(6, 2, 0, 1, 3, 0, 0, 0, 0),
};
const sums = sumsOf(matrix);

it("sums what was logged and what was predicted", () => {
  expect([...sums.rows, ...sums.columns]).toEqual([8, 4, 0, 7, 5, 0]);
  expect([sums.total, sums.right]).toEqual([12, 9]);
});

it("has shares of rows, columns and all; those of nothing are undefined", () => {
  expect([...valuesOf(matrix, sums, "row")].slice(0, 4)).toEqual([0.75, 0.25, 0, 0.25]);
  expect(valuesOf(matrix, sums, "row")[8]).toBeNaN();
  expect([...valuesOf(matrix, sums, "column")].slice(0, 2)).toEqual([6 / 7, 2 / 5]);
  expect(valuesOf(matrix, sums, "all")[4]).toBe(0.25);
  expect(valuesOf(matrix, sums, "count")).toBe(matrix.counts);
});

it("colors by the greatest value, with or without the right predictions", () => {
  const values = Float64Array.of(4, -1, 2, 8);
  expect(greatestOf(values, 2, true)).toBe(8);
  expect(greatestOf(values, 2, false)).toBe(2);
  expect(greatestOf(Float64Array.of(NaN, 0, 0, NaN), 2, true)).toBe(0);
  expect([...strengthOf(values, 8, 2, true)]).toEqual([0.5, -0.125, 0.25, 1]);
  expect([...strengthOf(values, 2, 2, false)]).toEqual([NaN, -0.5, 1, NaN]);
  expect([...strengthOf(Float64Array.of(0), 0, 1, true)]).toEqual([NaN]);
});

it("has precision, recall and F1 of each class", () => {
  const [cat, , none] = perClass(matrix, sums);
  expect(cat).toEqual({
    name: "cat",
    samples: 8,
    predicted: 7,
    precision: 6 / 7,
    recall: 0.75,
    f1: 12 / 15,
  });
  expect([none?.precision, none?.recall, none?.f1]).toEqual([NaN, NaN, NaN]);
  expect(meanOf([0.5, NaN, 1])).toBe(0.75);
});

it("subtracts matrices of the same classes only", () => {
  const [one, other] = [Float64Array.of(3), Float64Array.of(1)];
  expect([...(differenceOf(one, other, ["a"], ["a"]) ?? [])]).toEqual([2]);
  expect(differenceOf(one, other, ["a"], ["b"])).toBeNull();
});
