import { describe, expect, it } from "vitest";
import { basis, slid, turned, wrapped, type Triple } from "./direction";

it("wraps degrees into one turn", () => {
  expect([180, -181, 540, 0].map(wrapped)).toEqual([-180, 179, -180, 0]);
});

it("turns with the hand, and not beyond what is steepest", () => {
  const level = { azimuth: -170, elevation: 0 };
  expect(turned(level, 100, 0, 90)).toEqual({ azimuth: 145, elevation: 0 });
  expect(turned(level, 0, 1e6, 90).elevation).toBe(90);
  expect(turned(level, 0, -1e6, 80).elevation).toBe(-80);
});

it("slides against the hand along the picture", () => {
  expect(slid(basis({ azimuth: 0, elevation: 0 }), 2, 0, 0.5)).toEqual([-1, 0, 0]);
  expect(slid(basis({ azimuth: 0, elevation: 0 }), 0, 2, 0.5)[2]).toBe(1);
});

describe("basis", () => {
  it("is three unit vectors square to each other", () => {
    const { right, up, near } = basis({ azimuth: 33, elevation: -20 });
    const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    for (const each of [right, up, near]) expect(dot(each, each)).toBeCloseTo(1, 12);
    for (const [a, b] of [
      [right, up],
      [up, near],
      [near, right],
    ] as const) {
      expect(dot(a, b)).toBeCloseTo(0, 12);
    }
  });
});
