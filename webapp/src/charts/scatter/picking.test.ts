import { describe, expect, it } from "vitest";
import { placed } from "./labels";
import { enclosed, nearest } from "./picking";

const places = Float32Array.of(10, 10, 20, 10, NaN, NaN, 10, 10);
const sizes = Float32Array.of(1, 1, 1, 1);

describe("nearest", () => {
  it("takes the nearest within reach, of two in one place the upper one", () => {
    expect(nearest(places, sizes, { x: 18, y: 11 }, 8)).toBe(1);
    expect(nearest(places, sizes, { x: 10, y: 11 }, 8)).toBe(3);
    expect(nearest(places, sizes, { x: 60, y: 11 }, 8)).toBe(-1);
  });

  it("passes over hidden points", () => {
    expect(nearest(places, Float32Array.of(1, 1, 1, 0), { x: 10, y: 11 }, 8)).toBe(0);
  });
});

describe("enclosed", () => {
  it("finds the points inside of a line, also of one with a bay", () => {
    const square = [
      { x: 0, y: 0 },
      { x: 15, y: 0 },
      { x: 15, y: 20 },
      { x: 0, y: 20 },
    ];
    expect([...enclosed(places, sizes, square)]).toEqual([0, 3]);
    const bay = [
      { x: 0, y: 0 },
      { x: 30, y: 0 },
      { x: 30, y: 20 },
      { x: 20, y: 20 },
      { x: 12, y: 5 },
      { x: 4, y: 20 },
      { x: 0, y: 20 },
    ];
    expect([...enclosed(places, sizes, bay)]).toEqual([1]);
  });

  it("finds nothing in less than a triangle", () => {
    expect(enclosed(places, sizes, [{ x: 0, y: 0 }]).length).toBe(0);
  });
});

describe("placed", () => {
  const size = { width: 200, height: 100 };
  const wide = () => 40;
  const label = (point: number, strong = false) => ({ point, text: `p${point}`, strong });

  it("leaves out a label that would cover another, the strong one first", () => {
    const close = Float32Array.of(100, 50, 104, 52);
    expect(placed([label(0), label(1, true)], close, size, wide).map((l) => l.point)).toEqual([
      1, 0,
    ]);
    const crowd = Float32Array.of(100, 50, 102, 50, 104, 50);
    const shown = placed([label(0), label(1), label(2)], crowd, size, wide);
    expect(shown.map(({ point, x }) => [point, x])).toEqual([
      [0, 107],
      [1, 55],
    ]);
  });

  it("puts a label to the left of a point at the right edge, and none outside of the picture", () => {
    const edge = Float32Array.of(190, 50, 300, 50);
    expect(placed([label(0), label(1)], edge, size, wide)).toEqual([
      { ...label(0), x: 143, y: 50, width: 40 },
    ]);
  });
});
