import { describe, expect, it } from "vitest";
import type { ChartDrawing } from "../base/kind";
import type { Point } from "../shapes/shapes";
import { draw } from "./draw";
import type { HistogramSpot } from "./types";
import { boundsOf } from "./heat";
import { colors, figure, layer, nothingLogged, paths, size, two, words } from "./testing";
import type { Mode } from "./types";

const modes: readonly Mode[] = ["offset", "overlay", "heat"];

describe.each(modes)("%s", (mode) => {
  it("draws nothing where nothing was logged", () => {
    for (const layers of [[], [nothingLogged], [layer("c", [])]]) {
      expect(draw(figure(layers, { mode }), size, colors).shapes).toEqual([]);
    }
  });

  it("stays within its size", () => {
    for (const angle of [0, 60]) {
      const { shapes } = draw(figure([two], { mode, angle }), size, colors);
      for (const { points } of paths(shapes)) {
        for (let i = 0; i < points.length; i += 2) {
          expect(points[i]).toBeGreaterThanOrEqual(0);
          expect(points[i]).toBeLessThanOrEqual(size.width);
          expect(points[i + 1]).toBeGreaterThanOrEqual(0);
          expect(points[i + 1]).toBeLessThanOrEqual(size.height);
        }
      }
    }
  });

  it("finds what it draws", () => {
    const drawing = draw(figure([two], { mode }), size, colors);
    for (const index of [0, 1]) {
      const place = placeIn(drawing, { layer: 0, index, bucket: -1 });
      if (mode !== "overlay") expect(drawing.spotAt(place)).toMatchObject({ layer: 0, index });
      expect(drawing.highlight?.({ layer: 0, index, bucket: index === 0 ? 2 : 3 })).not.toEqual([]);
    }
  });

  it("draws a single step", () => {
    const one = layer("a", [{ at: 7, counts: [2, 1], edges: [0, 1, 2] }]);
    const { shapes } = draw(figure([one], { mode }), size, colors);
    const numbers = paths(shapes).flatMap(({ points }) => [...points]);
    expect(numbers.every(Number.isFinite)).toBe(true);
  });
});

function placeIn(drawing: ChartDrawing<HistogramSpot>, spot: HistogramSpot): Point {
  return drawing.placeOf?.(spot) ?? { x: NaN, y: NaN };
}

describe("offset", () => {
  it("puts the newest step in front and at the bottom", () => {
    const drawing = draw(figure([two]), size, colors);
    const [first, last] = [0, 1].map(
      (index) => placeIn(drawing, { layer: 0, index, bucket: -1 }).y,
    );
    expect(last).toBeGreaterThan(first ?? Infinity);
  });

  it("leans to the side going back", () => {
    const drawing = draw(figure([two], { angle: 45 }), size, colors);
    const [first, last] = [0, 1].map(
      (index) => placeIn(drawing, { layer: 0, index, bucket: -1 }).x,
    );
    expect(first).toBeGreaterThan(last ?? Infinity);
  });

  it("finds the bucket under the cursor", () => {
    const drawing = draw(figure([two]), size, colors);
    const { y } = placeIn(drawing, { layer: 0, index: 1, bucket: -1 });
    expect(drawing.spotAt({ x: 60, y: y - 2 })).toEqual({ layer: 0, index: 1, bucket: 3 });
  });
});

describe("overlay", () => {
  it("finds the step whose curve is nearest", () => {
    const drawing = draw(figure([two], { mode: "overlay" }), size, colors);
    // At the left end only the second step has values.
    expect(drawing.spotAt({ x: 50, y: 200 })).toEqual({ layer: 0, index: 1, bucket: 3 });
  });

  it("labels counts of a logarithmic scale by powers of ten", () => {
    const big = layer("a", [{ at: 0, counts: [1, 100_000], edges: [0, 1, 2] }]);
    const { shapes } = draw(figure([big], { mode: "overlay", log: true }), size, colors);
    expect(words(shapes)).toEqual(expect.arrayContaining(["0", "1", "1000", "100k"]));
  });
});

describe("heat", () => {
  it("has a cell for each bucket with values, and none for empty ones", () => {
    const { shapes } = draw(figure([two], { mode: "heat" }), size, colors);
    const cells = shapes.flatMap((shape) => (shape.kind === "cells" ? [shape] : []));
    expect(cells.map(({ fills }) => fills.length)).toEqual([4]);
  });

  it("has a panel for each layer", () => {
    const drawing = draw(figure([two, two], { mode: "heat" }), size, colors);
    const left = placeIn(drawing, { layer: 0, index: 0, bucket: -1 });
    const right = placeIn(drawing, { layer: 1, index: 0, bucket: -1 });
    expect(right.x).toBeGreaterThan(left.x + 100);
    expect(drawing.spotAt(right)).toMatchObject({ layer: 1, index: 0 });
  });

  it("draws a line for each quantile, which leaves out steps without values", () => {
    const lined = layer(
      "a",
      [0, 1, 2].map((at) => ({ at, counts: [1], edges: [0, 4] })),
      [1, 2, 3, NaN, NaN, NaN, 1, 2, 3],
    );
    const { shapes } = draw(figure([lined], { mode: "heat" }), size, colors);
    const lines = paths(shapes).filter(({ stroke }) => stroke === colors.text);
    expect(lines.map(({ points }) => points.length)).toEqual([4, 4, 4]);
    expect(lines.map(({ dash }) => dash?.length)).toEqual([2, 0, 2]);
  });
});

describe("boundsOf", () => {
  it("lies half way between steps, and as far beyond the first and the last", () => {
    expect([...boundsOf(Float64Array.of(0, 10, 40))]).toEqual([-5, 5, 25, 55]);
    expect([...boundsOf(Float64Array.of(7))]).toEqual([6.5, 7.5]);
    expect([...boundsOf(new Float64Array())]).toEqual([]);
  });
});
