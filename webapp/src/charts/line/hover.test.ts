import { describe, expect, it } from "vitest";
import { hoverAt, hoverPoints, nextPointX } from "./hover";
import { figure, line } from "./testing";

const box = { left: 0, top: 0, width: 100, height: 100 };
const window = { x: [0, 10], y: [0, 10] } as const;
const two = figure([line([0, 5, 10], [1, 2, 3]), line([4, 20], [9, 9], { key: "b" })]);

describe("a hover", () => {
  it("finds the nearest point of each line, and the line nearest in height", () => {
    const hover = hoverAt(two, window, box, 5.4, 15);
    expect(hover.indexes).toEqual([1, 0]);
    expect(hover.distances).toEqual([65, 5]);
    expect(hover.nearest).toBe(1);
  });

  it("marks lines that have ended or not begun, which are never the nearest", () => {
    const ends = figure([line([0, 5], [1, 2]), line([0, 4], [1, 3]), line([7, 10], [3, 3])]);
    const hover = hoverAt(ends, window, box, 5.2, 70);
    expect(hover.apart).toEqual([false, true, true]);
    expect(hover.nearest).toBe(0);
    expect(hoverAt(ends, window, box, 3, 70).apart).toEqual([false, false, true]);
  });

  it("without a height has no nearest line", () => {
    expect(hoverAt(two, window, box, 5.4, null).nearest).toBe(-1);
  });

  it("leaves out points that are out of sight", () => {
    expect(hoverAt(two, { x: [6, 10], y: [0, 10] }, box, 6.5, 10).indexes).toEqual([-1, -1]);
  });

  it("leaves out points that a log axis can't show", () => {
    const log = figure([line([-5, 0], [1, 2]), line([2, 50], [1, 2])], { logX: true });
    const narrow = { x: [1, 10], y: [0, 10] } as const;
    expect(hoverAt(log, narrow, box, 1, 50).indexes).toEqual([-1, 0]);
    expect(hoverAt(log, narrow, box, 40, 50).indexes).toEqual([-1, -1]);
  });

  it("marks the points that have a height in sight", () => {
    const hover = hoverAt(two, window, box, 5, 80);
    expect(hoverPoints(two, window, box, hover)).toEqual([
      { x: 50, y: 80, color: "#123456", isNearest: true },
      { x: 40, y: 10, color: "#123456", isNearest: false },
    ]);
    expect(hoverPoints(two, { x: [0, 10], y: [5, 10] }, box, hover)).toHaveLength(1);
  });
});

describe("nextPointX", () => {
  it("steps through the points of all lines", () => {
    expect(nextPointX(two, window, 0, 1)).toBe(4);
    expect(nextPointX(two, window, 4, 1)).toBe(5);
    expect(nextPointX(two, window, 10, -1)).toBe(5);
  });

  it("stays at the last point in sight", () => {
    expect(nextPointX(two, window, 10, 1)).toBe(10);
    expect(nextPointX(two, window, 0, -1)).toBe(0);
  });
});
