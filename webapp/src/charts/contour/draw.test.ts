import { describe, expect, it } from "vitest";
import { HOLE, INTERPOLATED } from "../../lib/landscape/fill";
import { colorOf, hexOf } from "../../lib/palettes";
import { pictureSvg } from "../shapes/svg";
import { cellPatches, hatchShapes, heatShapes, pointPatches } from "./cells";
import { bandFills, inkOn, shareOf, valueOf } from "./coloring";
import { frameFor, groundShapes, overShapes } from "./draw";
import { wholeView } from "./frame";
import { labelsOf } from "./labels";
import { greatestResidual, markShapes, ringOf } from "./path";
import { traceOf } from "./trace";
import { bowl, colors, even, figureOf, gridOf, path, size } from "./testing";
import type { ContourFigure, Shape } from "./types";

const frame = (figure: ContourFigure) => frameFor(figure, size, wholeView(figure));

function ground(figure: ContourFigure): Shape[] {
  return flat(groundShapes(figure, frame(figure), colors));
}

function flat(shapes: readonly Shape[]): Shape[] {
  return shapes.flatMap((shape) => (shape.kind === "clip" ? flat(shape.shapes) : [shape]));
}

const of = <S extends Shape["kind"]>(shapes: readonly Shape[], kind: S) =>
  shapes.filter((shape): shape is Extract<Shape, { kind: S }> => shape.kind === kind);

const words = (shapes: readonly Shape[]): string[] => of(shapes, "text").map(({ text }) => text);

describe("colors", () => {
  it("follow the range, along its scale, and stay at its ends beyond it", () => {
    const linear = { range: { min: 1, max: 100 }, scale: "linear" } as const;
    const log = { ...linear, scale: "log" } as const;
    expect(shareOf(50.5, linear)).toBe(0.5);
    expect(shareOf(10, log)).toBeCloseTo(0.5, 12);
    expect([shareOf(-3, log), shareOf(1e9, linear)]).toEqual([0, 1]);
    expect(valueOf(shareOf(7, log), log)).toBeCloseTo(7, 12);
  });

  it("of bands are those of their middles", () => {
    const scaled = { range: { min: 0, max: 4 }, scale: "linear", palette: "viridis" } as const;
    const middle = (share: number): string => hexOf(colorOf("viridis", share));
    expect(bandFills([2], scaled)).toEqual([middle(0.25), middle(0.75)]);
    expect(bandFills([], scaled)).toEqual([middle(0.5)]);
  });

  it("of words are read on their ground", () => {
    expect([inkOn("#440154"), inkOn("#fde725")]).toEqual(["#ffffff", "#11151c"]);
  });
});

describe("frame", () => {
  it("gives both axes one unit, or fills the room", () => {
    const wide = gridOf(even(0, 4, 5), even(0, 1, 3), (x) => x);
    const equal = frame(figureOf([wide])).box;
    expect(equal.width / equal.height).toBeCloseTo(4, 6);
    const free = frame(figureOf([wide], { equal: false })).box;
    expect(free.width).toBeCloseTo(equal.width, 6);
    expect(free.height).toBeGreaterThan(2 * equal.height);
  });

  it("trims what a plane of its own shape leaves around it, for files", () => {
    const wide = figureOf([gridOf(even(0, 3, 5), even(0, 2, 3), (x) => x)]);
    const tall = { width: 500, height: 900 };
    const first = frameFor(wide, tall, wholeView(wide));
    const own = frameFor(wide, first.trimmed, wholeView(wide));
    expect(own.box.width).toBeCloseTo(first.box.width, 0);
    expect(own.box.height).toBeCloseTo(first.box.height, 0);
    expect(own.box.top).toBe(12);
    expect(first.trimmed.height).toBeLessThan(400);
  });

  it("takes in what lies beside the grids", () => {
    const marks = [{ name: "other", x: 9, y: -5, kind: "point" as const }];
    expect(wholeView(figureOf([bowl], { marks }))).toEqual({ x: [-2, 9], y: [-5, 2] });
    expect(wholeView(figureOf([]))).toEqual({ x: [0, 1], y: [0, 1] });
  });
});

describe("drawings", () => {
  it("have a band for each level and one below them", () => {
    const figure = figureOf([bowl]);
    const fills = bandFills(figure.levels, figure);
    const bands = of(ground(figure), "paths").filter(({ fill }) => fill !== null);
    expect(bands.map(({ fill }) => fill)).toEqual(fills.slice(1));
  });

  it("have lines in the color of the run where there are several grids", () => {
    const grids = [
      { ...bowl, color: "#111111" },
      { ...bowl, id: "b", color: "#222222" },
    ];
    const shapes = ground(figureOf(grids, { drawing: "filled" }));
    const strokes = new Set(of(shapes, "paths").map(({ stroke }) => stroke));
    expect(strokes).toContain("#111111");
    expect(strokes).toContain("#222222");
    expect(words(shapes)).not.toContain("loss");
  });

  it("have a cell for each point of a heat map, half-way to its neighbors", () => {
    const grid = gridOf([0, 1, 3], [0, 2], (x) => x);
    const figure = figureOf([grid], { equal: false, drawing: "heat" });
    const at = frame(figure);
    const [cells] = of(heatShapes(grid, figure, at, colors), "cells");
    const lefts = [...(cells?.places ?? [])].filter((_, i) => i % 4 === 0).slice(0, 3);
    expect(lefts).toEqual([at.toX(-0.5), at.toX(0.5), at.toX(2)].map(Math.round));
    expect(cells?.fills).toHaveLength(6);
    // The outer ones are whole as well.
    expect(wholeView(figure)).toEqual({ x: [-0.5, 4], y: [-1, 3] });
  });

  it("write numbers on lines, upright and apart", () => {
    const shapes = ground(figureOf([bowl], { drawing: "lines", labeled: true }));
    const labels = of(shapes, "text").filter(({ halo }) => halo !== undefined);
    expect(labels.length).toBeGreaterThan(2);
    labels.forEach(({ angle = 0 }) => expect(Math.abs(angle)).toBeLessThanOrEqual(90));
  });

  it.each(["lines", "filled"] as const)("leave numbers free of lines: %s", (drawing) => {
    for (const relief of [false, true]) {
      const figure = figureOf([bowl], { drawing, labeled: true, relief });
      const shapes = ground(figure);
      const lines = of(shapes, "paths")
        .filter(({ fill }) => fill === null)
        .flatMap((shape) => shape.lines);
      const labels = labelsOf(traceOf(bowl, figure.levels), frame(figure));
      expect(labels.length).toBeGreaterThan(2);
      for (const { at, angle, width } of labels) {
        for (const line of lines) {
          for (let i = 0; i < line.length; i += 2) {
            const [x = 0, y = 0] = [(line[i] ?? 0) - at.x, (line[i + 1] ?? 0) - at.y];
            const along = Math.abs(x * Math.cos(angle) + y * Math.sin(angle));
            const across = Math.abs(y * Math.cos(angle) - x * Math.sin(angle));
            expect(along > width / 2 - 0.01 || across > 6).toBe(true);
          }
        }
      }
    }
  });

  it("light the side of a valley that faces the upper left", () => {
    const figure = figureOf([bowl], { relief: true });
    const { box } = frame(figure);
    const [middleX, middleY] = [box.left + box.width / 2, box.top + box.height / 2];
    const lit = of(ground(figure), "paths").filter(
      ({ stroke, opacity = 1 }) => stroke === "#ffffff" && opacity > 0.45,
    );
    expect(lit.length).toBeGreaterThan(0);
    for (const line of lit.flatMap(({ lines }) => lines)) {
      for (let i = 0; i < line.length; i += 2) {
        const [x = 0, y = 0] = line.subarray(i, i + 2);
        expect(x - middleX + (y - middleY)).toBeGreaterThan(0);
      }
    }
  });
});

describe("what is not there", () => {
  const axis = even(0, 3, 4);

  it("is hatched where a value has no height, as far as it reaches", () => {
    const grid = gridOf(axis, axis, (x, y) => (x === 3 && y === 3 ? NaN : x));
    const figure = figureOf([grid], { equal: false });
    const at = frame(figure);
    expect(cellPatches(grid, HOLE, at)).toHaveLength(1);
    const [patch] = pointPatches(grid, HOLE, at);
    expect(patch?.[0]).toBe(Math.round(at.toX(2.5)));
    const [, strokes] = of(hatchShapes([[0, 0, 12, 12]], colors), "paths");
    for (const line of strokes?.lines ?? []) {
      line.forEach((each) => {
        expect(each).toBeGreaterThanOrEqual(0);
        expect(each).toBeLessThanOrEqual(12);
      });
    }
  });

  it("is pale where it is not computed yet, and says so", () => {
    const grid = gridOf(
      axis,
      axis,
      (x) => x,
      (i) => i < 8,
    );
    const said = { holes: "2 NaN", waiting: "half" };
    const figure = figureOf([grid], { words: { ...figureOf([]).words, ...said } });
    expect(cellPatches(grid, INTERPOLATED, frame(figure))).toHaveLength(2);
    expect(words(ground(figure))).toEqual(expect.arrayContaining(["2 NaN", "half"]));
  });
});

describe("paths", () => {
  const over = (changes: Partial<ContourFigure>): Shape[] => {
    const figure = figureOf([bowl], { paths: [path], ...changes });
    return flat(overShapes(figure, frame(figure), colors));
  };

  it("have rings in proportion to the distance off the plane, and none where none is known", () => {
    expect(greatestResidual([path])).toBe(2);
    expect([ringOf(0, 2), ringOf(NaN, 2), ringOf(2, 2), ringOf(1, 2)]).toEqual([0, 0, 18, 9]);
    const radii = (shapes: Shape[]) => of(shapes, "circle").map(({ radius }) => radius);
    expect(radii(over({}))).toContain(18);
    expect(radii(over({ residuals: false }))).not.toContain(18);
  });

  it("have a ribbon in place of very many rings, and the legend shows what is drawn", () => {
    const along = Float64Array.from(even(-2, 2, 40));
    const many = { ...path, step: along, x: along, y: along, residual: along.map(() => 1) };
    const shown = (paths: ContourFigure["paths"]) => {
      const named = { ...figureOf([]).words, residual: "off" };
      const figure = figureOf([bowl], { paths, words: named, drawing: "heat" });
      const above = flat(overShapes(figure, frame(figure), colors));
      const rows = ground(figure);
      return {
        rings: of(above, "circle").filter(({ radius }) => radius === 18).length,
        ribbons: of(above, "paths").filter(({ opacity }) => opacity === 0.2).length,
        ringsBeside: of(rows, "circle").length,
      };
    };
    expect(shown([many])).toEqual({ rings: 0, ribbons: 1, ringsBeside: 0 });
    const few = shown([path]);
    expect(few.rings).toBeGreaterThan(0);
    expect([few.ribbons, few.ringsBeside]).toEqual([0, 2]);
  });

  it("name their ends, unless there are several", () => {
    expect(words(over({}))).toEqual(["Start", "End"]);
    const paths = [path, { ...path, id: "other", color: "#00ff00" }];
    expect(words(over({ paths }))).toEqual([]);
  });

  it("come as far as the frame, and the rest is faint", () => {
    const lines = of(over({ frame: 0.5 }), "path");
    const come = lines.find(({ width, opacity }) => width === 2 && opacity === 1);
    const rest = lines.find(({ width, opacity }) => width === 2 && opacity !== 1);
    const figure = figureOf([bowl], { paths: [path] });
    expect(come?.points.at(-2)).toBeCloseTo(frame(figure).toX(-1), 6);
    expect(rest?.points.at(-2)).toBeCloseTo(frame(figure).toX(0), 6);
  });

  it("have a color that stands out unless one was chosen", () => {
    const stroke = (changes: Partial<ContourFigure>) =>
      of(over(changes), "path").find(({ width, opacity }) => width === 2 && opacity === 1)?.stroke;
    expect(stroke({})).toBe("#ffffff");
    expect(stroke({ drawing: "lines" })).toBe(colors.text);
    expect(stroke({ pathColor: "#123456" })).toBe("#123456");
  });
});

it("makes a vector picture without a number that is none", () => {
  const grid = gridOf(even(0, 3, 9), even(0, 3, 9), (x, y) => (x > 2 ? Infinity : x * y));
  for (const drawing of ["lines", "filled", "heat"] as const) {
    const figure = figureOf([grid], { drawing, paths: [path], relief: true, labeled: true });
    const shapes = [
      ...groundShapes(figure, frame(figure), colors),
      ...overShapes(figure, frame(figure), colors),
    ];
    const svg = pictureSvg({ ...size, title: "a", layers: [], shapes, colors });
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(svg).not.toContain("<image");
  }
});

it("writes the names of marks that lie together below each other", () => {
  const marks = ["mean of the last 3", "mean of the last 5", "mean of the last 8"].map(
    (name, i) => ({ name, x: 0.02 * i, y: 0, kind: "point" as const }),
  );
  const figure = figureOf([bowl], { marks });
  const own = frame(figure);
  const heights = markShapes(marks, own, colors).flatMap((shape) =>
    shape.kind === "text" ? [shape.y - own.toY(0)] : [],
  );
  expect(heights).toEqual([4, 18, 32]);
});
