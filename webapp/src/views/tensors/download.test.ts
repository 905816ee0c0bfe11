import { expect, test } from "vitest";
import { asJson, separated } from "./download";

const values = new Float64Array([1.5, NaN, -Infinity, 4, 5, 6]);

test("a slice is a table of text", () => {
  expect(separated(values, 3, ",")).toBe("1.5,NaN,-Infinity\n4,5,6\n");
  expect(separated(values.subarray(0, 2), 1, "\t")).toBe("1.5\nNaN\n");
  expect(separated(new Float64Array(), 3, ",")).toBe("");
});

test("a slice is JSON that every program reads", () => {
  expect(JSON.parse(asJson(values, 3))).toEqual([
    [1.5, "NaN", "-Infinity"],
    [4, 5, 6],
  ]);
  expect(JSON.parse(asJson(new Float64Array(), 3))).toEqual([]);
});
