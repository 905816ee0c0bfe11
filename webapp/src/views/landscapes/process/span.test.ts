import { describe, expect, it } from "vitest";
import { spanOf, type Wish } from "./span";

const byItself: Wish = { scale: "auto", cut: 0, min: null, max: null };

const of = (values: readonly number[], wish: Partial<Wish> = {}) =>
  spanOf({ values: Float64Array.from(values) }, { ...byItself, ...wish });

describe("spanOf", () => {
  it("is all that there is, linear", () => {
    expect(of([3, 1, NaN, 2])).toEqual({ range: { min: 1, max: 3 }, scale: "linear", note: null });
    expect(of([NaN, Infinity])).toBeNull();
  });

  it("is logarithmic by itself where walls would hide the valley", () => {
    expect(of([0.1, 0.2, 0.3, 1e6])?.scale).toBe("log");
    expect(of([0.1, 0.2, 0.3, 1e6], { scale: "linear" })?.scale).toBe("linear");
    expect(of([0, 0.2, 0.3, 1e6])?.scale).toBe("linear");
  });

  it("leaves out what was asked for, and keeps to ends that were typed", () => {
    const values = Array.from({ length: 100 }, (_, i) => i + 1);
    expect(of(values, { cut: 10 })?.range).toEqual({ min: 1, max: 90 });
    expect(of(values, { min: 5, max: 7 })?.range).toEqual({ min: 5, max: 7 });
    expect(of(values, { min: 7, max: 5 })?.range).toEqual({ min: 5, max: 7 });
  });

  it("says what a logarithm can't show", () => {
    const some = of([-1, 0, 2, 8], { scale: "log" });
    expect(some).toEqual({ range: { min: 2, max: 8 }, scale: "log", note: "someNegative" });
    expect(of([-2, -1], { scale: "log" })).toEqual({
      ...{ range: { min: -2, max: -1 }, scale: "linear", note: "noPositive" },
    });
  });

  it("has a range even of a plane without a slope", () => {
    const { range } = of([2, 2], {}) ?? { range: { min: NaN, max: NaN } };
    expect(range.min).toBeLessThan(2);
    expect(range.max).toBeGreaterThan(2);
    expect(of([0], {})?.range.max).toBeGreaterThan(0);
  });
});
