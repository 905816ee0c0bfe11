import { describe, expect, it } from "vitest";
import { descent, lossAt, slice, slopeAt } from "./loss";

describe("the loss that explains", () => {
  it("has the slope that differences have", () => {
    const h = 1e-6;
    for (const [x, y] of [
      [0.3, -0.7],
      [1.4, 1.1],
      [-2, 2],
    ] as const) {
      const { x: dx, y: dy } = slopeAt(x, y);
      expect(dx).toBeCloseTo((lossAt(x + h, y) - lossAt(x - h, y)) / (2 * h), 6);
      expect(dy).toBeCloseTo((lossAt(x, y + h) - lossAt(x, y - h)) / (2 * h), 6);
    }
  });

  it("is descended slowly at small rates, and not at all beyond 2 / 2.2", () => {
    const start = { x: -2.2, y: -1.4 };
    const losses = (rate: number) => descent(rate, start, 40).map(({ x, y }) => lossAt(x, y));
    expect(losses(0.05).at(-1)).toBeLessThan(0.3);
    expect(losses(0.5).at(-1)).toBeLessThan(0.01);
    // The valley is crossed at each step, ever further from its ground.
    expect(losses(0.95).length).toBeLessThan(41);
  });

  it("shows its second minimum in some slices only", () => {
    const lowest = (degrees: number) => Math.min(...slice(degrees, 201).loss);
    expect(lowest(0)).toBeCloseTo(0, 6);
    expect(lowest(90)).toBeCloseTo(0, 6);
    expect(lowest(39)).toBeLessThan(0.4);
    const valley = slice(39, 201);
    const minima = [...valley.loss].filter(
      (value, i, all) => value < (all[i - 1] ?? Infinity) && value < (all[i + 1] ?? Infinity),
    );
    expect(minima).toHaveLength(2);
  });
});
