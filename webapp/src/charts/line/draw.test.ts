import { describe, expect, it } from "vitest";
import type { ChartScale } from "../common/scales";
import { paperColors } from "../common/theme";
import type { Shape } from "../shapes/shapes";
import { drawLines } from "./draw";
import { figure, line } from "./testing";
import type { LineFigure } from "./types";

const scale: ChartScale = { range: [0, 100], log: false };
const box = { left: 0, top: 0, width: 100, height: 100 };
const noTicks = { at: [], labels: [] };
const layout = {
  box,
  scales: [scale, scale, scale] as const,
  ticks: { x: noTicks, left: noTicks, right: noTicks },
};

/** Those within the plot, and those that may stand out of it. */
function drawn(what: LineFigure): { inside: readonly Shape[]; over: readonly Shape[] } {
  const [clip, ...over] = drawLines(what, layout, paperColors).shapes;
  return { inside: clip?.kind === "clip" ? clip.shapes : [], over };
}

function dashes(what: LineFigure): unknown[] {
  return drawn(what).inside.map((shape) => (shape.kind === "paths" ? shape.dash : shape.kind));
}

describe("drawLines", () => {
  it("strokes each line with its own dashes, and raw values without", () => {
    const faint = Float64Array.of(1, 2);
    const lines = [line([0, 100], [0, 100], { dash: [6, 4], faint }), line([0, 100], [100, 0])];
    expect(dashes(figure(lines))).toEqual([[], [6, 4], []]);
  });

  it("strokes a line in two where part of it says little", () => {
    const parts = { sure: Float64Array.of(0, NaN), weak: Float64Array.of(0, 100) };
    expect(dashes(figure([line([0, 100], [0, 100], { parts })]))).toEqual([[], "dots", [2, 3]]);
  });

  it("dashes no line that is a band of noise", () => {
    const x = [...Array(101).keys()];
    const noise = x.map((i) => (i % 2) * 100);
    expect(dashes(figure([line(x, noise, { dash: [6, 4] })]))).toEqual([[]]);
  });

  it("breaks a line at a gap, and puts a dot where a point is alone between two", () => {
    const gaps = line([0, 10, 20, 30, 40, 50], [0, 100, NaN, 50, NaN, 100]);
    const places = { kind: "dots", places: Float64Array.of(30, 50, 50, 0) };
    const lines = [Float64Array.of(0, 100, 10, 0), Float64Array.of(30, 50), Float64Array.of(50, 0)];
    expect(drawn(figure([gaps])).inside).toMatchObject([{ kind: "paths", lines }, places]);
  });

  it("fills an area, and hatches one that stands for little", () => {
    const corners = { x: Float64Array.of(0, 100), low: Float64Array.of(0, 0) };
    const area = { ...corners, color: "#abcdef", high: Float64Array.of(100, 100) };
    const outline = Float64Array.of(0, 0, 100, 0, 100, 100, 0, 100, 0, 0);
    expect(drawn(figure([], { areas: [area] })).inside).toMatchObject([
      { lines: [outline], fill: "#abcdef" },
    ]);
    expect(drawn(figure([], { areas: [{ ...area, isWeak: true }] })).inside).toMatchObject([
      { kind: "clip", outlines: [outline], shapes: [{ fill: null, stroke: "#abcdef" }] },
    ]);
  });

  it("draws what is highlighted once more, with its bounds and their values", () => {
    const highlights = [{ range: [-Infinity, 50] as const }];
    const { inside, over } = drawn(figure([line([0, 100], [0, 100])], { highlights }));
    // The lower half of the plot.
    expect(inside).toMatchObject([
      { points: Float64Array.of(0, 50, 100, 50, 100, 100, 0, 100), fill: "#c22f3d" },
      { stroke: "#123456" },
      {
        kind: "clip",
        box: { left: 0, top: 50, width: 100, height: 50 },
        shapes: [{ stroke: "#c22f3d" }],
      },
      { lines: [Float64Array.of(0, 50, 100, 50)], stroke: "#c22f3d", dash: [5, 4] },
    ]);
    expect(over).toMatchObject([{ kind: "text", text: "50", fill: "#c22f3d" }]);
  });

  it("draws a mark with an edge below it that keeps it apart from lines", () => {
    const nonFinite = {
      x: Float64Array.of(50),
      what: Uint8Array.of(1),
      count: Int32Array.of(1),
    };
    const { over } = drawn(figure([line([0], [0], { nonFinite })]));
    expect(over).toMatchObject([
      { kind: "path", fill: null, stroke: paperColors.surface },
      { kind: "path", fill: "#123456", stroke: null },
    ]);
  });
});
