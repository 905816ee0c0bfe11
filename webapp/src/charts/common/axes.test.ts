import { expect, it } from "vitest";
import { axisName, axisShapes } from "./axes";
import { paperColors } from "./theme";

const box = { left: 50, top: 10, width: 200, height: 100 };
const { muted, grid } = paperColors;

it("writes labels below the plot, in lines, with a grid of whole pixels", () => {
  const ticks = { at: [0, 1], labels: ["a\nb", "c"] };
  const at = (value: number): number => 60.2 + value * 100;
  expect(axisShapes({ side: "bottom", ticks, at }, box, paperColors)).toEqual([
    {
      kind: "paths",
      lines: [Float64Array.of(60.5, 10, 60.5, 110), Float64Array.of(160.5, 10, 160.5, 110)],
      fill: null,
      stroke: grid,
    },
    { kind: "text", x: 60.2, y: 125, text: "a", anchor: "middle", fill: muted },
    { kind: "text", x: 60.2, y: 139, text: "b", anchor: "middle", fill: muted },
    { kind: "text", x: 160.2, y: 125, text: "c", anchor: "middle", fill: muted },
  ]);
});

it("leaves out a label that the edge would cut off", () => {
  const ticks = { at: [5, 100, 249], labels: ["cut off", "whole", "cut off"] };
  const shapes = axisShapes({ side: "bottom", ticks, at: (value) => value }, box, paperColors);
  expect(shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []))).toEqual(["whole"]);
});

it("writes labels on either side, and no second grid for the right one", () => {
  const ticks = { at: [60], labels: ["60"] };
  const of = (side: "left" | "right") =>
    axisShapes({ side, ticks, at: (value) => value }, box, paperColors);
  expect(of("left")).toEqual([
    { kind: "paths", lines: [Float64Array.of(50, 60.5, 250, 60.5)], fill: null, stroke: grid },
    { kind: "text", x: 44, y: 64, text: "60", anchor: "end", fill: muted },
  ]);
  expect(of("right")).toEqual([
    { kind: "text", x: 256, y: 64, text: "60", anchor: "start", fill: muted },
  ]);
});

it("leaves out a label that is too close to the last one", () => {
  const ticks = { at: [100, 120, 130], labels: ["abc", "def", "ghi"] };
  const at = (value: number): number => value;
  const of = (axis: { side: "bottom" | "left"; apart: number }) =>
    axisShapes({ ticks, at, ...axis }, box, paperColors).flatMap((shape) =>
      shape.kind === "text" ? [shape.text] : [],
    );
  expect(of({ side: "bottom", apart: 6 })).toEqual(["abc", "ghi"]);
  expect(of({ side: "left", apart: 13 })).toEqual(["abc", "def"]);
});

it("strokes beside the plot, and names an axis in the middle of its side", () => {
  const ticks = { at: [60], labels: ["60"] };
  const at = (value: number): number => value;
  const [strokes, label] = axisShapes(
    { side: "left", mark: "stroke", ticks, at },
    box,
    paperColors,
  );
  expect(strokes).toMatchObject({ lines: [Float64Array.of(46, 60.5, 50, 60.5)], stroke: grid });
  expect(label).toMatchObject({ x: 43, y: 64 });
  const name = { kind: "text", text: "loss", anchor: "middle", fill: muted } as const;
  const look = { fill: muted };
  expect(axisName("bottom", "loss", 30, box, look)).toEqual({ ...name, x: 150, y: 140 });
  expect(axisName("left", "loss", 30, box, look)).toEqual({ ...name, x: 20, y: 60, turned: true });
});
