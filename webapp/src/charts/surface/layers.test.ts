import { describe, expect, it } from "vitest";
import { COMPUTED, HOLE } from "../../lib/landscape/fill";
import { overOnePlane } from "./common";
import { frameOf } from "./frame";
import { layersFrom } from "./layer-order";
import { layersOf, type SurfaceLayers } from "./layers";
import { meshOf } from "./mesh";
import { gridOf, wish } from "./testing";
import type { SurfaceGrid } from "./types";
import type { Triple } from "../space/direction";

function made(grids: readonly SurfaceGrid[]): SurfaceLayers {
  return layersOf(grids, meshOf(grids, frameOf(grids, wish), { opacity: 0.5 }));
}

/** Two roofs that cut each other along x = 0.1, between the points of the grid. */
const rising = gridOf(5, 5, (x) => 1 + 0.5 * (x - 0.1));
const falling = gridOf(5, 5, (x) => 1 - 0.5 * (x - 0.1), { id: "b" });

/** Heights of the triangles' middles above a place, in the order in which they are drawn. */
function drawnAt(x: number, y: number, eye: Triple, layers: SurfaceLayers): number[] {
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

  it("draws straight lines between points where heights are logarithms", () => {
    const steep = gridOf(2, 2, (x) => (x < 0 ? 0 : 100));
    const fine = gridOf(3, 3, () => 1, { id: "b" });
    const [sampled] = overOnePlane([steep, fine], 0.01) ?? [];
    expect(sampled?.values[0]).toBeCloseTo(0.01);
    expect(sampled?.values[1]).toBeCloseTo(1);
    expect(sampled?.values[2]).toBeCloseTo(100);
  });

  it("leaves one alone, and equal ones as they are", () => {
    expect(overOnePlane([rising])).toBeNull();
    expect(overOnePlane([rising, falling])).toEqual([rising, falling]);
  });

  it("lose no piece, and are right where the lines of the grid stand close together", () => {
    const uneven = (slope: number, id: string): SurfaceGrid => {
      const x = Float64Array.of(-1, -0.9, -0.1, 0, 0.05, 0.6, 0.65, 1);
      const values = new Float64Array(64).map((_, i) => 2 + slope * ((x[i % 8] ?? 0) - 0.02));
      return {
        ...gridOf(2, 2, () => 0, { id }),
        x,
        y: x,
        values,
        mask: new Uint8Array(64).fill(COMPUTED),
      };
    };
    const layers = made([uneven(0.4, "a"), uneven(-0.4, "b")]);
    for (const eye of [
      [4, 4.1, 3],
      [-5, 2, 3],
      [1.5, -6, 2],
      [0.3, 0.2, 5],
    ] as Triple[]) {
      // prettier-ignore
      const out = new Uint32Array(layers.triangles.length).fill(1 << 30);
      layersFrom(eye, layers, out);
      expect([...out].sort((a, b) => a - b)).toEqual([...layers.triangles].sort((a, b) => a - b));
      for (const x of [-0.95, -0.5, -0.03, 0.03, 0.3, 0.63, 0.97]) {
        for (const y of [-0.93, 0.02, 0.61, 0.9]) {
          const [low = NaN, high = NaN] = drawnAt(x, y, eye, layers);
          expect(low).toBeLessThan(high);
        }
      }
      expect(overtaken(eye, layers, out)).toBe(0);
    }
  });
});

/** How many triangles are drawn after one that lies before them, as seen from an eye in the plane. */
function overtaken(eye: Triple, { positions }: SurfaceLayers, out: Uint32Array): number {
  const along = Array.from({ length: 48 }, (_, i) => (2 * Math.PI * i) / 48);
  let count = 0;
  for (const angle of along) {
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    let nearest = Infinity;
    for (let i = 0; i < out.length; i += 3) {
      const crossed = crossing(eye, [dx, dy], positions, out.subarray(i, i + 3));
      if (crossed === null) continue;
      if (crossed[0] > nearest + 1e-4) count++;
      nearest = Math.min(nearest, crossed[1] - 1e-4);
    }
  }
  return count;
}

/** From where to where a ray along the plane lies within a triangle; null: it passes by. */
function crossing(
  eye: Triple,
  [dx, dy]: readonly [number, number],
  positions: Float32Array,
  triangle: Uint32Array,
): readonly [number, number] | null {
  const at = [...triangle].map((vertex) => positions.subarray(3 * vertex, 3 * vertex + 2));
  const found: number[] = [];
  at.forEach((from, i) => {
    const to = at[(i + 1) % 3] as Float32Array;
    const [fx, fy] = [(from[0] ?? 0) - eye[0], (from[1] ?? 0) - eye[1]];
    const [sx, sy] = [(to[0] ?? 0) - (from[0] ?? 0), (to[1] ?? 0) - (from[1] ?? 0)];
    const across = dx * sy - dy * sx;
    const share = (dy * fx - dx * fy) / across;
    if (Math.abs(across) > 1e-9 && share >= 0 && share <= 1)
      found.push((fx * sy - fy * sx) / across);
  });
  const ahead = found.filter((distance) => distance > 0);
  return ahead.length < 2 ? null : [Math.min(...ahead), Math.max(...ahead)];
}
