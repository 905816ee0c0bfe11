import { describe, expect, it } from "vitest";
import { spanOf, type ProcessWish } from "./span";

const byItself: ProcessWish = { scale: "auto", cut: "auto", min: null, max: null };

const of = (values: readonly number[], wish: Partial<ProcessWish> = {}) =>
  spanOf({ values: Float64Array.from(values) }, { ...byItself, ...wish });

describe("spanOf", () => {
  it("is all that there is, linear", () => {
    expect(of([3, 1, NaN, 2])).toEqual({
      range: { min: 1, max: 3 },
      scale: "linear",
      note: null,
      beyond: { count: 0, most: 3 },
    });
    expect(of([NaN, Infinity])).toBeNull();
  });

  it("is logarithmic by itself where walls would hide the valley", () => {
    expect(of([0.1, 0.2, 0.3, 1e6])?.scale).toBe("log");
    expect(of([0.1, 0.2, 0.3, 1e6], { scale: "linear" })?.scale).toBe("linear");
    expect(of([0, 0.2, 0.3, 1e6])?.scale).toBe("linear");
  });

  it("keeps the heights that a path goes over, unless they dwarf all others", () => {
    const bowl = Array.from({ length: 400 }, (_, i) => 0.2 + ((i - 200) / 60) ** 2);
    const values = Float64Array.from([...bowl, 1e7, 2e6, 60, 40]);
    const top = (...along: number[]) =>
      spanOf({ values }, byItself, [Float64Array.from(along)])?.range.max;
    const alone = spanOf({ values }, byItself)?.range.max ?? NaN;
    expect(alone).toBeLessThan(40);
    expect(top(39, 3, 0.2)).toBe(39);
    expect(top(2, 1)).toBe(alone);
    expect(top(1e6, 1)).toBe(alone);
    expect(top(NaN, 39)).toBe(39);
  });

  it("leaves out a few points that diverge, and says how many", () => {
    const bowl = Array.from({ length: 400 }, (_, i) => 0.2 + ((i - 200) / 60) ** 2);
    const found = of([...bowl, 1e7, 2e6, 3e5, Infinity]);
    expect(found?.scale).toBe("linear");
    expect(found?.range.max).toBeLessThan(12);
    expect(found?.beyond.count).toBeGreaterThanOrEqual(3);
    expect(found?.beyond.most).toBe(1e7);
    const whole = of([...bowl, 1e7], { cut: "0" });
    expect([whole?.range.max, whole?.scale, whole?.beyond.count]).toEqual([1e7, "log", 0]);
  });

  it("leaves out none where a logarithm has room for all", () => {
    const steep = Array.from({ length: 400 }, (_, i) => 0.01 * 10 ** (Math.abs(i - 200) / 50));
    expect(of(steep)).toMatchObject({ scale: "log", beyond: { count: 0 } });
    // A plateau that is a fourth of the plane is a part of it.
    const walled = steep.map((value, i) => (i < 100 ? 1e6 : value));
    expect(of(walled)).toMatchObject({ scale: "log", range: { max: 1e6 }, beyond: { count: 0 } });
  });

  it("leaves out what was asked for, and keeps to ends that were typed", () => {
    const values = Array.from({ length: 100 }, (_, i) => i + 1);
    expect(of(values, { cut: "10" })?.range).toEqual({ min: 1, max: 90 });
    expect(of(values, { min: 5, max: 7 })?.range).toEqual({ min: 5, max: 7 });
    expect(of(values, { min: 7, max: 5 })?.range).toEqual({ min: 5, max: 7 });
  });

  it("says what a logarithm can't show", () => {
    const some = of([-1, 0, 2, 8], { scale: "log" });
    expect(some).toMatchObject({ range: { min: 2, max: 8 }, scale: "log", note: "someNegative" });
    expect(of([-2, -1], { scale: "log" })).toMatchObject({
      range: { min: -2, max: -1 },
      scale: "linear",
      note: "noPositive",
    });
  });

  it("has a range even of a plane without a slope", () => {
    const { range } = of([2, 2], {}) ?? { range: { min: NaN, max: NaN } };
    expect(range.min).toBeLessThan(2);
    expect(range.max).toBeGreaterThan(2);
    expect(of([0], {})?.range.max).toBeGreaterThan(0);
  });
});
