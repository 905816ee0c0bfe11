import { describe, expect, it } from "vitest";
import { dragged, gripAt, nudged } from "./brush";
import { scattered } from "./job";
import { all } from "./testing";
import { trendOf } from "./trend";

describe("a drag along an axis", () => {
  it("makes a range in both directions, and no further than the axis", () => {
    expect(dragged("new", null, 0.6, 0.2)).toEqual([0.2, 0.6]);
    expect(dragged("new", null, 0.5, 1.4)).toEqual([0.5, 1]);
  });

  it("moves a range without changing its size", () => {
    expect(dragged("move", [0.25, 0.75], 0.5, 0.625)).toEqual([0.375, 0.875]);
    expect(dragged("move", [0.25, 0.75], 0.5, 3)).toEqual([0.5, 1]);
  });

  it("takes an end across the other one", () => {
    expect(dragged("from", [0.2, 0.4], 0.2, 0.9)).toEqual([0.4, 0.9]);
    expect(dragged("to", [0.2, 0.4], 0.4, 0.1)).toEqual([0.1, 0.2]);
  });

  it.each([
    ["from", 0.19],
    ["to", 0.41],
    ["move", 0.3],
    ["new", 0.6],
  ] as const)("is '%s' at %f", (grip, at) => {
    expect(gripAt([0.2, 0.4], at, 0.02)).toBe(grip);
  });

  it("can still move a very narrow range", () => {
    expect(gripAt([0.5, 0.504], 0.502, 0.02)).toBe("move");
  });
});

describe("a key on an axis", () => {
  it("moves a range, or its upper end", () => {
    expect(nudged([0.25, 0.5], 0.25, false)).toEqual([0.5, 0.75]);
    expect(nudged([0.25, 0.5], 0.25, true)).toEqual([0.25, 0.75]);
    expect(nudged([0.25, 0.5], -0.5, true)).toEqual([0, 0]);
  });
});

describe("rows in scattered order", () => {
  it("are all there, in an order that is always the same", () => {
    const once = scattered(all(1000));
    expect(scattered(all(1000))).toEqual(once);
    expect(once.slice().sort()).toEqual(all(1000));
    // The first tenth is a fair sample: its mean is near the middle.
    const mean = once.subarray(0, 100).reduce((sum, row) => sum + row, 0) / 100;
    expect(Math.abs(mean - 500)).toBeLessThan(100);
  });
});

describe("the trend", () => {
  it("is what numpy.polyfit and numpy.corrcoef say", () => {
    const x = Float64Array.of(1, 2, 3, 4, 5, NaN, 7);
    const y = Float64Array.of(2.1, 3.9, 6.2, 7.8, 10.1, 3, NaN);
    const trend = trendOf(x, y, all(7));
    expect(trend?.slope).toBeCloseTo(1.99, 12);
    expect(trend?.intercept).toBeCloseTo(0.05, 12);
    expect(trend?.r).toBeCloseTo(0.9986517555689656, 12);
    expect(trend?.n).toBe(5);
  });

  it("is not there for points above each other, or one alone", () => {
    expect(trendOf(Float64Array.of(1, 1), Float64Array.of(0, 9), all(2))).toBeNull();
    expect(trendOf(Float64Array.of(1), Float64Array.of(0), all(1))).toBeNull();
  });
});
