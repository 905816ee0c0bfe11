import { describe, expect, it } from "vitest";
import { HOLE } from "../../lib/landscape/fill";
import { frameOf, placeOn } from "./frame";
import { routeOf } from "./route";
import { gridOf, pathOf, wish } from "./testing";

const bowl = gridOf(21, 21, (x, y) => x * x + y * y);
const frame = frameOf([bowl], wish);

describe("routeOf", () => {
  it("follows the slopes of the surface between two snapshots", () => {
    const { pieces } = routeOf(pathOf([-1, 1], [0, 0]), bowl, frame, 0);
    const middle = Array.from({ length: pieces.length / 3 }, (_, i) => i).find(
      (i) => Math.abs(pieces[3 * i] ?? 1) < 1e-6,
    );
    // A straight line would lie at the height of both ends, 1.
    expect(pieces[3 * (middle ?? -1) + 2]).toBeCloseTo(placeOn(frame.z, 0), 5);
  });

  it("goes through the losses that it is given", () => {
    const path = pathOf([-1, 1], [0, 0], { loss: Float64Array.of(1.5, 0.5) });
    const { dots, pieces } = routeOf(path, bowl, frame, 0);
    expect(dots[2]).toBeCloseTo(placeOn(frame.z, 1.5), 5);
    expect(pieces[2]).toBeCloseTo(placeOn(frame.z, 1.5), 5);
    expect(pieces.at(-1)).toBeCloseTo(placeOn(frame.z, 0.5), 5);
  });

  it("lies above the surface by the lift", () => {
    const { dots } = routeOf(pathOf([0], [0]), bowl, frame, 0.02);
    expect(dots[2]).toBeCloseTo(placeOn(frame.z, 0) + 0.02, 6);
  });

  it("knows how far each piece has come", () => {
    const { reached } = routeOf(pathOf([-1, 0, 1], [0, 0, 0]), bowl, frame, 0);
    expect(reached.at(-1)).toBe(2);
    expect([...reached]).toEqual([...reached].sort((a, b) => a - b));
    expect(reached).toContain(1);
  });

  it("is straight over a hole between two snapshots that have a loss", () => {
    const values = bowl.values.map((value, i) => (i % 21 === 10 ? NaN : value));
    const mask = bowl.mask.map((value, i) => (i % 21 === 10 ? HOLE : value));
    const path = pathOf([-0.5, 0.5], [0, 0], { loss: Float64Array.of(0.25, 0.25) });
    const { pieces } = routeOf(path, { ...bowl, values, mask }, frame, 0);
    expect([...pieces].every(Number.isFinite)).toBe(true);
  });

  it("has no height beside the grid where no loss is given", () => {
    const { dots, pieces } = routeOf(pathOf([0, 5], [0, 0]), bowl, frame, 0);
    expect(dots[5]).toBeNaN();
    expect(pieces).toHaveLength(0);
  });

  it("puts the true losses at their own height", () => {
    const path = pathOf([0, 0.5], [0, 0], { trueLoss: Float64Array.of(0.4, NaN) });
    const { truths } = routeOf(path, bowl, frame, 0);
    expect(truths[2]).toBeCloseTo(placeOn(frame.z, 0.4), 5);
    expect(truths[5]).toBeNaN();
  });
});
