import { describe, expect, it } from "vitest";
import { HOLE } from "../../lib/landscape/fill";
import { overOnePlane } from "./common";
import { frameOf } from "./frame";
import { layersFrom, layersOf, type Layers } from "./layers";
import { meshOf } from "./mesh";
import { gridOf, wish } from "./testing";
import type { SurfaceGrid, Triple } from "./types";

function made(grids: readonly SurfaceGrid[]): Layers {
  return layersOf(grids, meshOf(grids, frameOf(grids, wish), { palette: "viridis", opacity: 0.5 }));
}

/** Two roofs that cut each other along x = 0.1, between the points of the grid. */
const rising = gridOf(5, 5, (x) => 1 + 0.5 * (x - 0.1));
const falling = gridOf(5, 5, (x) => 1 - 0.5 * (x - 0.1), { id: "b" });

/** Heights of the triangles' middles above a place, in the order in which they are drawn. */
function drawnAt(x: number, y: number, eye: Triple, layers: Layers): number[] {
  const out = new Uint32Array(layers.triangles.length);
  layersFrom(eye, layers, out);
  const found: number[] = [];
  for (let i = 0; i < out.length; i += 3) {
    const p = [0, 1, 2].map((k) =>
      layers.positions.subarray(3 * (out[i + k] ?? 0), 3 * (out[i + k] ?? 0) + 3),
    );
    const [a, b, c] = p as [Float32Array, Float32Array, Float32Array];
    const side = (from: Float32Array, to: Float32Array) =>
      ((to[0] ?? 0) - (from[0] ?? 0)) * (y - (from[1] ?? 0)) -
      ((to[1] ?? 0) - (from[1] ?? 0)) * (x - (from[0] ?? 0));
    const sides = [side(a, b), side(b, c), side(c, a)];
    if (sides.every((each) => each > 0) || sides.every((each) => each < 0))
      found.push(((a[2] ?? 0) + (b[2] ?? 0) + (c[2] ?? 0)) / 3);
  }
  return found;
}

describe("layers", () => {
  it("are drawn from the lower to the higher one on both sides of where they cut each other", () => {
    const layers = made([rising, falling]);
    for (const x of [-0.83, -0.12, 0.03, 0.21, 0.91]) {
      const [first = NaN, second = NaN, ...more] = drawnAt(x, 0.13, [0, -4, 4], layers);
      expect(first).toBeLessThan(second);
      expect(more).toEqual([]);
    }
  });

  it("are drawn from the higher to the lower one for an eye below them", () => {
    const [first = NaN, second = NaN] = drawnAt(0.91, 0.13, [0, -4, -4], made([rising, falling]));
    expect(first).toBeGreaterThan(second);
  });

  it("leave nothing out: the pieces have the area of the whole plane, twice", () => {
    const { positions, triangles } = made([rising, falling]);
    let area = 0;
    for (let i = 0; i < triangles.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => 3 * (triangles[i + k] ?? 0)) as [
        number,
        number,
        number,
      ];
      const part = (from: number, to: number, axis: number) =>
        (positions[to + axis] ?? 0) - (positions[from + axis] ?? 0);
      area += Math.abs(part(a, b, 0) * part(a, c, 1) - part(a, b, 1) * part(a, c, 0)) / 2;
    }
    expect(area).toBeCloseTo(8, 5);
  });

  it("keep a hole of one of them", () => {
    const mask = rising.mask.slice();
    mask[12] = HOLE;
    const layers = made([{ ...rising, mask }, falling]);
    expect(drawnAt(0.03, 0.01, [0, -4, 4], layers)).toHaveLength(1);
    expect(drawnAt(0.91, 0.83, [0, -4, 4], layers)).toHaveLength(2);
  });
});

describe("overOnePlane", () => {
  it("puts grids of other points at the points of all", () => {
    const other = gridOf(4, 3, (x, y) => 1 + x + 2 * y);
    const [one, two] = overOnePlane([rising, other]) ?? [];
    expect(one?.x).toEqual(two?.x);
    expect([...(two?.x ?? [])].map((x) => Number(x.toFixed(3)))).toEqual([
      ...[-1, -0.5, -0.333, 0, 0.333, 0.5, 1],
    ]);
    // It is linear, and stays so.
    expect(two?.values[3]).toBeCloseTo(-1, 12);
  });

  it("leaves one alone, and equal ones as they are", () => {
    expect(overOnePlane([rising])).toBeNull();
    expect(overOnePlane([rising, falling])).toEqual([rising, falling]);
  });
});
