import { describe, expect, it } from "vitest";
import { areaPath, bandOf, isHighlighted } from "./areas";
import { line } from "./testing";
import type { Area } from "./types";

const box = { left: 0, top: 0, width: 100, height: 100 };
const x = { range: [0, 10], log: false } as const;
const y = { range: [0, 10], log: false } as const;

function drawn(
  area: Pick<Area, "x" | "low" | "high">,
  scale: typeof y | { range: [number, number]; log: true } = y,
): string {
  const parts: string[] = [];
  const round = (value: number): number => Math.round(value * 1e6) / 1e6;
  const pen = {
    moveTo: (a: number, b: number) => parts.push(`M${round(a)},${round(b)}`),
    lineTo: (a: number, b: number) => parts.push(`L${round(a)},${round(b)}`),
    closePath: () => parts.push("Z"),
  };
  areaPath(pen, { color: "#000", ...area }, x, scale, box);
  return parts.join(" ");
}

const of = (...values: number[]): Float64Array => Float64Array.from(values);

describe("areaPath", () => {
  it("goes along the upper end and back along the lower one", () => {
    expect(drawn({ x: of(0, 10), low: of(1, 2), high: of(3, 4) })).toBe(
      "M0,70 L100,60 L100,80 L0,90 Z",
    );
  });

  it("is in parts where an end is missing", () => {
    const area = { x: of(0, 2, 4, 6, 8), low: of(1, 1, NaN, 1, 1), high: of(2, 2, 2, 2, 2) };
    expect(drawn(area).match(/Z/g)).toHaveLength(2);
  });

  it("reaches down to the edge where a log axis can't show its lower end", () => {
    const log = { range: [1, 100] as [number, number], log: true as const };
    expect(drawn({ x: of(0, 10), low: of(-1, 0), high: of(10, 10) }, log)).toBe(
      "M0,50 L100,50 L100,101 L0,101 Z",
    );
  });

  it("is nothing without points", () => {
    expect(drawn({ x: of(), low: of(), high: of() })).toBe("");
  });
});

describe("bandOf", () => {
  it("lies between both ends", () => {
    expect(bandOf([2, 4], y, box)).toEqual({ top: 60, height: 20, bounds: [80, 60] });
  });

  it("reaches the edges where an end is open, or out of sight", () => {
    expect(bandOf([-Infinity, 4], y, box)).toEqual({ top: 60, height: 40, bounds: [60] });
    expect(bandOf([7.5, 50], y, box)).toEqual({ top: 0, height: 25, bounds: [25] });
    expect(bandOf([20, 30], y, box).height).toBe(0);
  });

  it("takes what a log axis can't show for its lower edge", () => {
    const log = { range: [1, 100] as const, log: true };
    expect(bandOf([-5, 10], log, box)).toEqual({ top: 50, height: 50, bounds: [50] });
  });
});

describe("isHighlighted", () => {
  const [left, right] = [line([0], [1]), { ...line([0], [1]), axis: "right" as const }];
  const range = [0, 1] as const;

  it("holds for all lines of the left axis, or for those that it is of", () => {
    expect(isHighlighted({ range }, left)).toBe(true);
    expect(isHighlighted({ range, keys: new Set([left.key]) }, left)).toBe(true);
    expect(isHighlighted({ range, keys: new Set(["another"]) }, left)).toBe(false);
  });

  it("holds for none of the right axis, whose heights mean something else", () => {
    expect(isHighlighted({ range }, right)).toBe(false);
    expect(isHighlighted({ range, keys: new Set([right.key]) }, right)).toBe(false);
  });
});
