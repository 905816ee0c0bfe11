import { describe, expect, it } from "vitest";
import { axes, between, fitted, orbited, panned, places, zoomed } from "./camera";
import type { ScatterPositions } from "./types";

const size = { width: 400, height: 200 };
const points = (...xyz: [number, number, number][]): ScatterPositions => ({
  x: Float32Array.from(xyz.map(([x]) => x)),
  y: Float32Array.from(xyz.map(([, y]) => y)),
  z: Float32Array.from(xyz.map(([, , z]) => z)),
});

describe("fitted", () => {
  it("brings every point into sight, in two dimensions and in three", () => {
    const all = points([-10, 3, 0], [10, 5, 7], [0, 4, -7]);
    for (const dimensions of [2, 3] as const) {
      const found = places(all, fitted(all, dimensions, size), size);
      for (let i = 0; i < 3; i++) {
        expect(found[2 * i]).toBeGreaterThan(0);
        expect(found[2 * i]).toBeLessThan(400);
        expect(found[2 * i + 1]).toBeGreaterThan(0);
        expect(found[2 * i + 1]).toBeLessThan(200);
      }
    }
  });

  it("shows something where there is one point, none, or none that is finite", () => {
    for (const all of [points([5, 5, 5]), points(), points([NaN, 0, 0])]) {
      expect(fitted(all, 3, size).radius).toBeGreaterThan(0);
    }
    expect([...places(points([5, 5, 5]), fitted(points([5, 5, 5]), 2, size), size)]).toEqual([
      200, 100,
    ]);
  });
});

describe("moving", () => {
  const all = points([-1, -1, 0], [1, 1, 0.5]);

  it("pans by pixels", () => {
    const camera = fitted(all, 2, size);
    const before = places(all, camera, size);
    const after = places(all, panned(camera, 30, -20, size), size);
    expect(after[0]).toBeCloseTo((before[0] as number) + 30, 3);
    expect(after[1]).toBeCloseTo((before[1] as number) - 20, 3);
  });

  it("zooms at the pointer: what is there stays there", () => {
    const camera = fitted(all, 2, size);
    const [x = 0, y = 0] = places(all, camera, size);
    const after = places(all, zoomed(camera, 1 / 3, { x, y }, size), size);
    expect(after[0]).toBeCloseTo(x, 3);
    expect(after[1]).toBeCloseTo(y, 3);
  });

  it("turns what is in front to the right when it is dragged there", () => {
    const camera = {
      ...fitted(all, 3, size),
      target: [0, 0, 0] as const,
      azimuth: 0,
      elevation: 0,
    };
    const front = points([0, 0, 0.5]);
    const after = places(front, orbited(camera, 40, 0), size);
    expect(after[0]).toBeGreaterThan(200);
    const down = places(front, orbited(camera, 0, 40), size);
    expect(down[1]).toBeGreaterThan(100);
  });

  it("never turns over the pole", () => {
    expect(orbited(fitted(all, 3, size), 0, 1e6).elevation).toBe(90);
  });

  it("does not turn in two dimensions", () => {
    const camera = fitted(all, 2, size);
    expect(orbited(camera, 10, 10)).toEqual(camera);
  });

  it("ends where it was going", () => {
    const [from, to] = [fitted(all, 3, size), fitted(points([4, 4, 4], [6, 6, 6]), 3, size)];
    expect(between(from, to, 1)).toEqual(to);
  });
});

it("points x to the right and y up in two dimensions", () => {
  const [x, y] = axes(fitted(points([0, 0, 0]), 2, size));
  expect(x?.[0]).toBe(1);
  expect(y?.[1]).toBe(-1);
});
