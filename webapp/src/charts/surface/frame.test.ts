import { describe, expect, it } from "vitest";
import { frameOf, placeOn, shareOn, valueOn } from "./frame";
import { gridOf, wish } from "./testing";

const square = gridOf(3, 3, () => 1);

describe("frameOf", () => {
  it("holds all grids, and keeps their proportions", () => {
    const wide = { x: Float64Array.of(-2, 2), y: Float64Array.of(-1, 1) };
    const frame = frameOf([square, wide], wish);
    expect([frame.x.min, frame.x.max, frame.y.min, frame.y.max]).toEqual([-2, 2, -1, 1]);
    expect([frame.x.half, frame.y.half]).toEqual([1, 0.5]);
  });

  it("never makes a plane into a wire", () => {
    const long = { x: Float64Array.of(0, 100), y: Float64Array.of(0, 1) };
    expect(frameOf([long], wish).y.half).toBe(0.45);
  });

  it("ends at the clip, while colors keep the whole range", () => {
    const frame = frameOf([square], { ...wish, clip: 1.5 });
    expect(frame.z.max).toBe(1.5);
    expect(shareOn(frame.tint, 1)).toBe(0.5);
  });

  it("is not taken in by a clip below all values", () => {
    expect(frameOf([square], { ...wish, clip: -1 }).z.max).toBe(2);
  });

  it("leaves room between the least value and the floor", () => {
    const { z } = frameOf([square], wish);
    expect(placeOn(z, 0)).toBeGreaterThan(-z.half);
    expect(placeOn(z, 2)).toBeCloseTo(z.half, 12);
  });

  it("has room for what lies beside the surfaces, within reason", () => {
    const near = frameOf([square], { ...wish, reach: { min: -0.5, max: 1 } });
    expect([near.z.min, near.z.max]).toEqual([-0.5 - 0.06 * 2.5, 2]);
    expect([near.tint.min, near.tint.max]).toEqual([0, 2]);
    const far = frameOf([square], { ...wish, reach: { min: -99, max: 99 } }).z;
    expect([far.min, far.max]).toEqual([-1 - 0.06 * 4, 3]);
    const log = { ...wish, range: { min: 0.01, max: 1 }, scale: "log" as const };
    const { z } = frameOf([square], { ...log, reach: { min: 0, max: 1 } });
    expect(placeOn(z, 0.001)).toBeGreaterThan(-z.half);
    expect(placeOn(z, 0.0001)).toBeLessThan(-z.half);
  });

  it("is as high as asked for", () => {
    const ratio = frameOf([square], { ...wish, exaggeration: 2 }).z.half;
    expect(ratio).toBeCloseTo(2 * frameOf([square], wish).z.half, 12);
  });
});

describe("a logarithmic axis", () => {
  const { z } = frameOf([square], { ...wish, range: { min: 0.01, max: 100 }, scale: "log" });

  it("has the same length for every factor", () => {
    const step = placeOn(z, 1) - placeOn(z, 0.1);
    expect(placeOn(z, 10) - placeOn(z, 1)).toBeCloseTo(step, 12);
  });

  it("has what is not positive below its floor, and NaN nowhere", () => {
    expect(placeOn(z, 0)).toBeLessThan(-z.half);
    expect(placeOn(z, NaN)).toBeNaN();
  });

  it("is linear for values that are not above zero", () => {
    const frame = frameOf([square], { ...wish, range: { min: -3, max: -1 }, scale: "log" });
    expect(frame.z.log).toBe(false);
  });
});

it("gives back the value of a place", () => {
  for (const scale of ["linear", "log"] as const) {
    const { z } = frameOf([square], { ...wish, range: { min: 0.5, max: 8 }, scale });
    expect(valueOn(z, placeOn(z, 2.5))).toBeCloseTo(2.5, 12);
  }
});
