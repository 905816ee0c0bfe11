import { describe, expect, it } from "vitest";
import { COMPUTED, fill, HOLE } from "../../lib/landscape/fill";
import { even, gridOf } from "./testing";
import { trace, type Contour } from "./trace";

const pointsOf = ({ pieces }: Contour): [number, number][] =>
  pieces.flatMap(({ points }) =>
    Array.from({ length: points.length / 2 }, (_, i): [number, number] => [
      points[2 * i] as number,
      points[2 * i + 1] as number,
    ]),
  );

/** Twice the area, over all rings; rings that leave out turn the other way. */
function areaOf({ rings }: Contour): number {
  let sum = 0;
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [x, y, toX, toY] = ring.subarray(i, i + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      sum += x * toY - toX * y;
    }
  }
  return Math.abs(sum) / 2;
}

describe("trace", () => {
  it("runs along circles around a bowl", () => {
    const axis = even(-2, 2, 81);
    const [contour] = trace(
      gridOf(axis, axis, (x, y) => x * x + y * y),
      [1],
    );
    const radii = pointsOf(contour as Contour).map(([x, y]) => Math.hypot(x, y));
    expect(radii.length).toBeGreaterThan(100);
    for (const radius of radii) expect(Math.abs(radius - 1)).toBeLessThan(1e-3);
    // At least the level: all but the disc.
    expect(areaOf(contour as Contour)).toBeCloseTo(16 - Math.PI, 2);
  });

  it("is exact on a plane, whatever the distances of its axes and the shape of its grid", () => {
    const x = [0, 0.1, 1, 1.5, 7];
    const y = [-3, 0, 0.5];
    const [contour] = trace(
      gridOf(x, y, (across, down) => across + 2 * down),
      [1.25],
    );
    const points = pointsOf(contour as Contour);
    expect(points.length).toBeGreaterThan(2);
    for (const [across, down] of points) expect(across + 2 * down).toBeCloseTo(1.25, 12);
    expect(contour?.pieces).toHaveLength(1);
  });

  it("leaves out the edge of the grid", () => {
    const axis = even(0, 1, 11);
    const [contour] = trace(
      gridOf(axis, axis, (x) => x),
      [0.5],
    );
    expect(pointsOf(contour as Contour).every(([x]) => Math.abs(x - 0.5) < 1e-12)).toBe(true);
    expect(areaOf(contour as Contour)).toBeCloseTo(0.5, 12);
  });

  it("ends at holes, however large the value there", () => {
    const axis = even(0, 10, 11);
    const grid = gridOf(axis, axis, (x, y) => (x > 7 && y > 7 ? Infinity : y));
    expect(grid.mask[120]).toBe(HOLE);
    const [low, high] = trace(grid, [3.5, 8.5]);
    expect(pointsOf(low as Contour).every(([, y]) => Math.abs(y - 3.5) < 1e-12)).toBe(true);
    const points = pointsOf(high as Contour);
    expect(Math.max(...points.map(([x]) => x))).toBe(7);
    for (const [, y] of points) expect(y).toBeCloseTo(8.5, 12);
  });

  it("finds what crosses cells that are not computed yet", () => {
    const axis = even(0, 4, 5);
    const whole = gridOf(axis, axis, (x) => x);
    const done = Uint8Array.from(whole.values.keys(), (i) => (i < 15 ? 1 : 0));
    const filled = fill(5, 5, whole.values, done);
    const [contour] = trace({ ...whole, ...filled }, [1.5]);
    const split = (contour as Contour).pieces.map(({ points, faint }) => {
      const heights = points.filter((_, i) => i % 2 === 1);
      return [faint, Math.min(...heights), Math.max(...heights)];
    });
    expect(split.sort()).toEqual([
      [false, 0, 2],
      [true, 2, 4],
    ]);
    expect(filled.mask[0]).toBe(COMPUTED);
  });

  it("has nothing to say of a single line, or of holes alone", () => {
    expect(
      trace(
        gridOf([0, 1, 2], [0], () => 1),
        [0.5],
      ),
    ).toEqual([]);
    const axis = even(0, 3, 4);
    const [contour] = trace(
      gridOf(axis, axis, () => NaN),
      [0.5],
    );
    expect(contour?.pieces).toEqual([]);
  });
});
