import { describe, expect, it } from "vitest";
import { between, fraction, panBy, valueAt, zoomAround, type ChartScale } from "./scales";

const linear: ChartScale = { range: [10, 30], log: false };
const log: ChartScale = { range: [1, 10000], log: true };

describe("scales", () => {
  it("place values between their ends", () => {
    expect(fraction(linear, 15)).toBe(0.25);
    expect(fraction(log, 100)).toBeCloseTo(0.5, 12);
  });

  it("have no place for non-positive values on a log axis", () => {
    expect(fraction(log, 0)).toBeNaN();
    expect(fraction(log, -1)).toBeNaN();
  });

  it("find the value at a place", () => {
    expect(valueAt(linear, 0.25)).toBe(15);
    expect(valueAt(log, 0.5)).toBeCloseTo(100, 9);
  });

  it("keep the value under the cursor when zooming", () => {
    expect(zoomAround(linear, 0.25, 0.5)).toEqual([12.5, 22.5]);
    const [low, high] = zoomAround(log, 0.5, 0.5);
    expect([low, high].map((value) => value.toFixed(6))).toEqual(["10.000000", "1000.000000"]);
  });

  it("move by a share of their length", () => {
    expect(panBy(linear, -0.5)).toEqual([0, 20]);
  });

  it("take a part in whichever direction it was dragged", () => {
    expect(between(linear, 0.75, 0.25)).toEqual([15, 25]);
  });

  it("stop zooming where numbers no longer differ", () => {
    const narrow: ChartScale = { range: [1e15, 1e15 + 1], log: false };
    expect(zoomAround(narrow, 0.5, 0.5)).toEqual([1e15, 1e15 + 1]);
  });
});
