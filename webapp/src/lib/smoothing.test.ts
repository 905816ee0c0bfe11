import { describe, expect, it } from "vitest";
import { smooth } from "./smoothing";

describe("smooth", () => {
  it("gives each value its share, without a pull towards zero", () => {
    // By hand, of weight 0.5: 1; (0.25 * 1 + 0.5 * 2) / 0.75; (0.125 * 1 + 0.25 * 2 + 0.5 * 4) / 0.875.
    const smoothed = smooth(Float64Array.of(1, 2, 4), 0.5);
    expect(smoothed[0]).toBeCloseTo(1, 14);
    expect(smoothed[1]).toBeCloseTo(5 / 3, 14);
    expect(smoothed[2]).toBeCloseTo(3, 14);
  });

  it("leaves a constant as it is", () => {
    for (const value of smooth(new Float64Array(1000).fill(7), 0.99)) {
      expect(value).toBeCloseTo(7, 11);
    }
  });

  it("passes values through that are not finite, and does not average them", () => {
    const smoothed = smooth(Float64Array.of(1, NaN, Infinity, 2), 0.5);
    expect([...smoothed.slice(1, 3)]).toEqual([NaN, Infinity]);
    expect(smoothed[3]).toBeCloseTo(5 / 3, 14);
  });

  it("is the values themselves for weight 0, and refuses weights that are none", () => {
    expect([...smooth(Float64Array.of(1, 5), 0)]).toEqual([1, 5]);
    expect(() => smooth(Float64Array.of(1), 1)).toThrow(RangeError);
    expect(() => smooth(Float64Array.of(1), NaN)).toThrow(RangeError);
  });
});
