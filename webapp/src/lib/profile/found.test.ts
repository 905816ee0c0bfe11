import { expect, test } from "vitest";
import { nextHit } from "./found";

const events = Float64Array.of(7, 3, 9);
const starts = Float64Array.of(10, 20, 30);

test("the next hit comes after the selected one, and after the last one the first", () => {
  expect(nextHit(events, starts, 7, NaN, 1)).toBe(1);
  expect(nextHit(events, starts, 9, NaN, 1)).toBe(0);
  expect(nextHit(events, starts, 7, NaN, -1)).toBe(2);
});

test("where nothing of the search is selected, the next one in time comes", () => {
  expect(nextHit(events, starts, -1, 15, 1)).toBe(1);
  expect(nextHit(events, starts, -1, 15, -1)).toBe(0);
  expect(nextHit(events, starts, -1, 35, 1)).toBe(0);
  expect(nextHit(events, starts, -1, NaN, -1)).toBe(2);
  expect(nextHit(new Float64Array(), starts, -1, NaN, 1)).toBe(-1);
});
