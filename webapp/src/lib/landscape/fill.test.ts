import { describe, expect, it } from "vitest";
import { COMPUTED, fill, HOLE, INTERPOLATED } from "./fill";

const grid = (...values: number[]): Float64Array => Float64Array.from(values);
const N = NaN;

describe("fill", () => {
  it("leaves a whole grid as it is, and reports its holes", () => {
    const values = grid(1, N, Infinity, 4, 5, -Infinity);
    const { values: filled, mask } = fill(3, 2, values, new Uint8Array(6).fill(1));
    expect([...filled]).toEqual([...values]);
    expect([...mask]).toEqual([COMPUTED, HOLE, HOLE, COMPUTED, COMPUTED, HOLE]);
  });

  it("interpolates rows between their computed points, and columns between the rows", () => {
    const done = Uint8Array.of(1, 0, 1, 0, 0, 0, 1, 0, 1);
    const { values, mask } = fill(3, 3, grid(0, N, 2, N, N, N, 4, N, 6), done);
    expect([...values]).toEqual([0, 1, 2, 2, 3, 4, 4, 5, 6]);
    expect([...mask]).toEqual([...done].map((each) => (each === 1 ? COMPUTED : INTERPOLATED)));
  });

  it("holds a plane exactly, whatever part of it is known and however its axes are spaced", () => {
    const x = grid(0, 1, 4, 9);
    const y = grid(-2, 0, 8);
    const plane = Float64Array.from({ length: 12 }, (_, i) => {
      return 2 * (x[i % 4] as number) - 3 * (y[Math.floor(i / 4)] as number);
    });
    const done = Uint8Array.of(1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1);
    const values = plane.map((value, i) => (done[i] === 1 ? value : N));
    const { values: filled } = fill(4, 3, values, done, x, y);
    filled.forEach((value, i) => expect(value).toBeCloseTo(plane[i] as number, 12));
  });

  it("goes on level beyond the last known point", () => {
    const done = Uint8Array.of(0, 1, 1, 0);
    expect([...fill(4, 1, grid(N, 3, 5, N), done).values]).toEqual([3, 3, 5, 5]);
  });

  it("follows the last whole row where the next one has only begun", () => {
    const done = Uint8Array.of(1, 1, 1, 1, 0, 0, 0, 0, 0);
    const { values } = fill(3, 3, grid(1, 2, 3, 5, N, N, N, N, N), done);
    expect([...values]).toEqual([1, 2, 3, 5, 2, 3, 5, 2, 3]);
  });

  it("draws from a single point", () => {
    const done = Uint8Array.of(0, 0, 0, 1);
    const { values, mask } = fill(2, 2, grid(N, N, N, 7), done);
    expect([...values]).toEqual([7, 7, 7, 7]);
    expect([...mask]).toEqual([INTERPOLATED, INTERPOLATED, INTERPOLATED, COMPUTED]);
  });

  it("keeps a computed hole a hole, and interpolates over it", () => {
    const done = Uint8Array.of(1, 1, 0, 1);
    const { values, mask } = fill(4, 1, grid(0, Infinity, N, 3), done);
    expect([...values]).toEqual([0, Infinity, 2, 3]);
    expect([...mask]).toEqual([COMPUTED, HOLE, INTERPOLATED, COMPUTED]);
  });

  it("has holes only while nothing is known", () => {
    expect([...fill(2, 1, grid(N, N), new Uint8Array(2)).mask]).toEqual([HOLE, HOLE]);
  });
});
