import { describe, expect, it } from "vitest";
import { boundLabels } from "./bounds";
import { figure, line } from "./testing";
import type { ChartRange } from "./types";

const box = { left: 0, top: 0, width: 200, height: 200 };
const x = { range: [0, 100], log: false } as const;
const y = { range: [0, 100], log: false } as const;

/** Labels of highlights over a line at one height. */
function labels(at: number, ...ranges: ChartRange[]): string[] {
  const highlights = ranges.map((range) => ({ range }));
  const level = figure([line([0, 100], [at, at])], { highlights });
  return boundLabels(level, x, y, box).map((each) => `${each.text} at ${each.x}, ${each.y}`);
}

describe("boundLabels", () => {
  it("stand above their lines, at the right edge", () => {
    expect(labels(10, [-Infinity, 50])).toEqual(["50 at 197, 96"]);
  });

  it("stand below where a curve passes above", () => {
    expect(labels(54, [-Infinity, 50])).toEqual(["50 at 197, 113"]);
  });

  it("stand within the plot", () => {
    const drawn = labels(50, [96.875, Infinity], [3.125, Infinity]);
    expect(drawn).toEqual(["96.875 at 197, 19.25", "3.125 at 197, 189.75"]);
  });

  it("keep apart where two bounds are close, wherever the curves are", () => {
    expect(labels(54, [47, 50])).toEqual(["50 at 197, 96", "47 at 197, 119"]);
  });

  it("name a bound of two ranges once, and none that is out of sight", () => {
    expect(labels(10, [-Infinity, 50], [50, Infinity], [120, Infinity])).toHaveLength(1);
  });

  it("ask nothing of lines of the other axis, or without a point there", () => {
    const lines = [
      line([0, 100], [54, 54], { axis: "right" }),
      line([0, 10], [54, 54]),
      line([0, 50, 100], [54, 54, NaN]),
    ];
    const highlights = [{ range: [-Infinity, 50] as const }];
    expect(boundLabels(figure(lines, { highlights }), x, y, box)[0]?.y).toBe(96);
  });
});
