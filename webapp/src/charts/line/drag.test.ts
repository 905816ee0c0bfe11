import { describe, expect, it } from "vitest";
import { dragAxes, dragBox, dragZoom } from "./drag";

const at = (x: number, y: number): { x: number; y: number } => ({ x, y });
const plot = {
  width: 200,
  height: 100,
  x: { range: [0, 1000], log: false },
  y: { range: [0, 10], log: false },
} as const;

describe("a drag", () => {
  it("is a click while it is short", () => {
    expect(dragAxes(at(5, 5), at(8, 6))).toBe("none");
    expect(dragZoom(at(5, 5), at(8, 6), plot)).toBeNull();
  });

  it("that is flat zooms x only", () => {
    expect(dragZoom(at(20, 50), at(100, 58), plot)).toEqual({ x: [100, 500] });
  });

  it("that is steep zooms y only", () => {
    expect(dragZoom(at(50, 25), at(53, 75), plot)).toEqual({ y: [2.5, 7.5] });
  });

  it("over both axes zooms both, in any direction", () => {
    expect(dragZoom(at(100, 60), at(20, 20), plot)).toEqual({ x: [100, 500], y: [4, 8] });
  });

  it("out of the plot ends at its edge", () => {
    expect(dragZoom(at(100, 50), at(900, 500), plot)).toEqual({ x: [500, 1000], y: [0, 5] });
  });

  it("shows a box over the whole height when x is meant", () => {
    expect(dragBox(at(100, 50), at(20, 52), plot)).toMatchObject({
      left: 20,
      top: 0,
      width: 80,
      height: 100,
    });
  });
});
