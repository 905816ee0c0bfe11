import { describe, expect, it } from "vitest";
import type { Shape } from "../shapes/shapes";
import { isDark, isThinned, matrixShapes } from "./draw";
import { cellAfter } from "./keys";
import { boxOf, cellAt, layoutOf } from "./layout";
import { raster } from "./raster";
import { wholeWindow, type Colors, type MatrixFigure } from "./types";
import { including, isWhole, pan, zoomBy, zoomTo } from "./zoom";

const colors = { surface: "#ffffff", text: "#000000", muted: "#555555", grid: "#eeeeee" };
const size = { width: 400, height: 400 };

function figure(classes: number, strength: (row: number, column: number) => number): MatrixFigure {
  return {
    names: Array.from({ length: classes }, (_, i) => `class ${i}`),
    strength: Float64Array.from({ length: classes ** 2 }, (_, i) =>
      strength(Math.floor(i / classes), i % classes),
    ),
    text: (row, column) => String(strength(row, column)),
    scale: { low: "0", high: "9", hasNegative: false },
    color: "#0000ff",
    opposite: "#ff0000",
    rowLabel: "true",
    columnLabel: "predicted",
  };
}

const diagonal = (row: number, column: number): number => (row === column ? 1 : 0);

function drawn(what: MatrixFigure, used: Colors = colors): Shape[] {
  return matrixShapes(what, layoutOf(what, size, wholeWindow(what.names.length)), size, used);
}

describe("matrixShapes", () => {
  it("has each cell, its value and its names", () => {
    const shapes = drawn(figure(3, diagonal));
    const [cells] = shapes;
    expect(cells?.kind === "cells" && cells.fills).toEqual(
      [1, 0, 0, 0, 1, 0, 0, 0, 1].map((on) => (on ? "#0000ff" : "#ffffff")),
    );
    const words = shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));
    expect(words.slice(0, 9)).toEqual(["1", "0", "0", "0", "1", "0", "0", "0", "1"]);
    expect(words).toEqual(expect.arrayContaining(["class 0", "class 2", "true", "predicted"]));
  });

  it("writes zeros as quietly as names", () => {
    const shapes = drawn(figure(2, diagonal));
    const inks = shapes.flatMap((shape) => (shape.kind === "text" ? [shape.fill] : []));
    expect(inks.slice(0, 4)).toEqual(["#ffffff", colors.muted, colors.muted, "#ffffff"]);
  });

  it("says what the strongest color stands for", () => {
    const shapes = drawn(figure(3, diagonal));
    const scale = shapes.filter(({ kind }) => kind === "cells")[1];
    expect(scale?.kind === "cells" && [scale.fills[0], scale.fills.at(-1)]).toEqual([
      "#0000ff",
      "#ffffff",
    ]);
    expect(shapes).toContainEqual(expect.objectContaining({ kind: "text", text: "9" }));
  });

  it("understands short colors of a style sheet", () => {
    const short = { ...colors, surface: "#fff" };
    const [cells] = drawn(figure(2, diagonal), short);
    expect(cells?.kind === "cells" && cells.fills[1]).toBe("#ffffff");
  });

  it("leaves out values that do not fit, and names that have no room", () => {
    const shapes = drawn(figure(60, diagonal));
    const words = shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));
    expect(words).not.toContain("1");
    expect(words.length).toBeLessThan(70);
  });

  it("makes a picture of a thousand classes in which no single cell is lost", () => {
    const one = figure(1000, (row, column) => (row === 617 && column === 3 ? 1 : 0));
    expect(isThinned(layoutOf(one, size, wholeWindow(1000)))).toBe(true);
    const [pixels] = drawn(one);
    const { data, width } =
      pixels?.kind === "raster" ? pixels.pixels : { data: [], width: Infinity };
    const blue = [...data.keys()].filter((i) => i % 4 === 0 && data[i] === 0);
    expect(width).toBeLessThanOrEqual(400);
    expect(blue).toHaveLength(1);
  });
});

describe("raster", () => {
  it("colors what is less than nothing the opposite way", () => {
    const signs = figure(2, (row) => (row === 0 ? 1 : -1));
    expect([...raster(signs, wholeWindow(2), 10, "#ffffff").data]).toEqual(
      [
        [0, 0, 255, 255],
        [0, 0, 255, 255],
        [255, 0, 0, 255],
        [255, 0, 0, 255],
      ].flat(),
    );
  });
});

it("knows the cell at a place, and the place of a cell", () => {
  const layout = layoutOf(figure(10, diagonal), size, { rows: [2, 6], columns: [4, 8] });
  const place = boxOf(layout, { row: 3, column: 7 });
  const middle = { x: place.left + place.width / 2, y: place.top + place.height / 2 };
  expect(cellAt(layout, middle)).toEqual({ row: 3, column: 7 });
  expect(cellAt(layout, { x: 0, y: 0 })).toBeNull();
});

it("writes white on dark colors only", () => {
  expect([isDark("#ffffff"), isDark("#a58a07")]).toEqual([false, false]);
  expect([isDark("#306ce2"), isDark("#1a2a55")]).toEqual([true, true]);
});

describe("zoom", () => {
  it("comes closer around a cell by whole classes, and goes back to all", () => {
    const near = zoomBy(wholeWindow(10), 10, { row: 9, column: 0 }, 0.5);
    expect(near).toEqual({ rows: [5, 10], columns: [0, 5] });
    expect(zoomBy(near, 10, { row: 6, column: 2 }, 0.99).rows[1]).toBeLessThanOrEqual(10);
    expect(isWhole(zoomBy(near, 10, { row: 6, column: 2 }, 9), 10)).toBe(true);
  });

  it("shows what was dragged over, and at least two classes", () => {
    expect(zoomTo(10, { row: 7, column: 1 }, { row: 3, column: 2 })).toEqual({
      rows: [3, 8],
      columns: [1, 3],
    });
    expect(zoomTo(10, { row: 9, column: 9 }, { row: 9, column: 9 }).rows).toEqual([8, 10]);
  });

  it("follows the cursor, and stays within the classes", () => {
    const window = { rows: [0, 4], columns: [2, 6] } as const;
    expect(including(window, 10, { row: 5, column: 3 })).toEqual({ rows: [2, 6], columns: [2, 6] });
    expect(pan(window, 10, -3, 99)).toEqual({ rows: [0, 4], columns: [6, 10] });
  });
});

it("moves the cursor by keys, ten cells with Shift, and stops at the edge", () => {
  const press = (key: string, shiftKey = false) =>
    cellAfter({ key, shiftKey }, { row: 1, column: 1 }, 5);
  expect(press("ArrowDown")).toEqual({ row: 2, column: 1 });
  expect(press("ArrowRight", true)).toEqual({ row: 1, column: 4 });
  expect(press("f")).toBeNull();
  expect(cellAfter({ key: "ArrowUp", shiftKey: false }, null, 5)).toEqual({ row: 0, column: 0 });
});
