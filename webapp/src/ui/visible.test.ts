import { expect, test } from "vitest";
import { visibleRange } from "./visible";

test("only rows in and about the viewport are drawn", () => {
  const { start, end } = visibleRange(1000, 30, 3000, 600);
  expect(start).toBeLessThanOrEqual(100);
  expect(end).toBeGreaterThanOrEqual(120);
  expect(end - start).toBeLessThan(40);
});

test("the range stays inside of the list", () => {
  expect(visibleRange(3, 30, 0, 600)).toEqual({ start: 0, end: 3 });
  expect(visibleRange(0, 30, 0, 600)).toEqual({ start: 0, end: 0 });
});

test("a list that shrank above the scroll position has no row beyond its end", () => {
  const { start, end } = visibleRange(5, 30, 90000, 600);
  expect([start, end]).toEqual([5, 5]);
});
