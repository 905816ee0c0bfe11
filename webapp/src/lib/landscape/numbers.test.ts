import { describe, expect, it } from "vitest";
import { holesOf } from "./holes";
import { levels } from "./levels";
import { leastPositive, range } from "./range";
import { nearestIndex, valueAt } from "./value";

const list = (...values: number[]): Float64Array => Float64Array.from(values);

describe("levels", () => {
  it("are the multiples of a round step", () => {
    expect(levels(0, 1, 9, "linear")).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
    expect(levels(0.03, 2.3, 4, "linear")).toEqual([0.5, 1, 1.5, 2]);
    expect(levels(-3, 3, 5, "linear")).toEqual([-2, -1, 0, 1, 2]);
  });

  it("have equal ratios on a logarithmic scale", () => {
    expect(levels(0.01, 1000, 4, "log")).toEqual([0.1, 1, 10, 100]);
    const found = levels(0.037, 41, 30, "log");
    expect(found).toHaveLength(30);
    const ratio = Math.log(41 / 0.037) / 31;
    found.slice(1).forEach((level, i) => {
      expect(Math.abs(Math.log(level / (found[i] as number)) - ratio)).toBeLessThan(ratio / 2);
    });
  });

  it("lie inside, rise, and are about as many as asked, whatever the range", () => {
    for (const [min, max] of [
      [0, 1e-9],
      [1e9, 1e9 + 7],
      [-5, 1e6],
      [0.999, 1.001],
    ] as const) {
      for (const spacing of ["linear", "log"] as const) {
        for (const count of [1, 10, 40, 80]) {
          const found = levels(min, max, count, spacing);
          expect(Math.abs(found.length - count)).toBeLessThanOrEqual(Math.max(1, 0.3 * count));
          found.forEach((level, i) => {
            expect(level).toBeGreaterThan(found[i - 1] ?? min);
            expect(level).toBeLessThan(max);
          });
        }
      }
    }
  });

  it("are none where there is no height between the ends", () => {
    expect(levels(1, 1, 10, "linear")).toEqual([]);
    expect(levels(0, Infinity, 10, "log")).toEqual([]);
    expect(levels(NaN, 1, 10, "linear")).toEqual([]);
  });
});

describe("range", () => {
  it("is of the finite values of all grids", () => {
    expect(range([list(3, NaN, 1), list(-Infinity, 7)])).toEqual({ min: 1, max: 7 });
    expect(range([list(NaN), list()])).toBeNull();
  });

  it("leaves out a share of the greatest", () => {
    const values = Float64Array.from({ length: 100 }, (_, i) => i + 1);
    expect(range([values], 0.05)).toEqual({ min: 1, max: 95 });
    expect(range([values], 0.999)).toEqual({ min: 1, max: 1 });
    expect(range([list(Infinity)], 0.5)).toBeNull();
  });

  it("knows where a logarithm can begin", () => {
    expect(leastPositive([list(0, -1, 0.25), list(4)])).toBe(0.25);
    expect(leastPositive([list(0, NaN)])).toBeNull();
  });
});

describe("valueAt", () => {
  const grid = { x: list(0, 1, 3), y: list(-1, 1), values: list(0, 10, 30, 100, 110, 130) };

  it("is the value itself at a point", () => {
    expect(valueAt(grid, 1, 1)).toBe(110);
    expect(valueAt(grid, 3, -1)).toBe(30);
  });

  it("is bilinear between points, and knows that axes need not be even", () => {
    expect(valueAt(grid, 2, 0)).toBe(70);
    expect(valueAt(grid, 0.5, -1)).toBe(5);
  });

  it("is not a number beside the grid, or where a point that counts is none", () => {
    expect(valueAt(grid, -0.1, 0)).toBeNaN();
    expect(valueAt(grid, 0, 1.1)).toBeNaN();
    const holed = { ...grid, values: list(0, Infinity, 30, 100, 110, 130) };
    expect(valueAt(holed, 0.5, -1)).toBeNaN();
    expect(valueAt(holed, 0, 0)).toBe(50);
  });

  it("reads a line", () => {
    expect(valueAt({ x: list(0, 2), y: null, values: list(1, 5) }, 0.5)).toBe(2);
  });
});

describe("nearestIndex", () => {
  it("is the nearest coordinate, the ends beyond them", () => {
    const axis = list(0, 1, 3);
    expect([-9, 0.4, 0.6, 2, 2.1, 9].map((at) => nearestIndex(axis, at))).toEqual([
      0, 0, 1, 1, 2, 2,
    ]);
  });
});

describe("holesOf", () => {
  it("counts computed points without a height, by kind", () => {
    const values = list(1, NaN, Infinity, -Infinity, NaN);
    expect(holesOf(values, Uint8Array.of(1, 1, 1, 1, 0))).toEqual({
      nan: 1,
      positive: 1,
      negative: 1,
    });
  });
});
