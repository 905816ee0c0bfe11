import { expect, it } from "vitest";
import { isRanged, summaryOf } from "./summary";
import { column } from "./testing";

it("a column of words is summed up by their counts", () => {
  const summary = summaryOf(column("opt", ["sgd", "adam", "adam", undefined, true, null]));
  expect(summary.values).toEqual([
    { value: "adam", count: 2 },
    { value: null, count: 1 },
    { value: "sgd", count: 1 },
    { value: true, count: 1 },
  ]);
  expect([summary.distinct, summary.missing, isRanged(summary)]).toEqual([4, 1, false]);
  expect(summary.least).toBeNaN();
});

it("numbers are counted in equal parts, without what has no place among them", () => {
  const cells = [...Array.from({ length: 60 }, (_, i) => i), NaN, Infinity, undefined];
  const summary = summaryOf(column("x", cells));
  expect([summary.least, summary.most, summary.isLog]).toEqual([0, 59, false]);
  expect([...summary.bins]).toEqual(new Array(30).fill(2));
  expect(isRanged(summary)).toBe(true);
});

it("numbers of many magnitudes are counted on a logarithmic scale", () => {
  const summary = summaryOf(
    column(
      "lr",
      Array.from({ length: 40 }, (_, i) => 10 ** (-i / 10)),
    ),
  );
  expect(summary.isLog).toBe(true);
  expect(Math.max(...summary.bins)).toBe(2);
});

it("one number only is in the middle", () => {
  const summary = summaryOf(column("x", [5, 5]));
  expect(summary.bins[15]).toBe(2);
  expect(isRanged(summary)).toBe(false);
});
