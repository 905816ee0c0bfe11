import { expect, it } from "vitest";
import { firstAtOrAfter, nearestIndex } from "./nearest";

const sorted = Float64Array.of(0, 10, 10, 20);

it("finds the first value that is not below", () => {
  expect([-1, 0, 5, 10, 11, 21].map((value) => firstAtOrAfter(sorted, value))).toEqual([
    0, 0, 1, 1, 3, 4,
  ]);
});

it("finds the nearest value, the first of equals", () => {
  expect([-9, 4, 6, 10, 14, 16, 99].map((value) => nearestIndex(sorted, value))).toEqual([
    0, 0, 1, 1, 1, 3, 3,
  ]);
});

it("finds nothing in nothing", () => {
  expect(nearestIndex(new Float64Array(), 1)).toBe(-1);
});
