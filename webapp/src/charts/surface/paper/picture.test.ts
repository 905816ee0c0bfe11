import { expect, test } from "vitest";
import type { Shape } from "../../shapes/shapes";
import { figureOf } from "../testing";
import { startCamera } from "../types";
import { mostPatches, belowHeight, thinned } from "./patches";
import { paperPicture } from "./picture";

const wish = {
  width: 331,
  height: 253,
  title: "",
  labels: { x: "PC 1: 96.4 % of the variance", y: "PC 2: 2.1 % of the variance", value: "loss" },
  hasLegend: true,
  hasScale: true,
};

function textsOf(shapes: readonly Shape[]) {
  return shapes.flatMap((shape) => (shape.kind === "text" ? [shape] : []));
}

function patches(shapes: readonly Shape[]) {
  return shapes.flatMap((shape) => (shape.kind === "path" && shape.width === 0.5 ? [shape] : []));
}

test("every cell of the grid is a patch, and all that is written lies on the paper", () => {
  const { shapes } = paperPicture(figureOf(), startCamera, wish);
  expect(patches(shapes)).toHaveLength(16);
  for (const { x, y } of textsOf(shapes)) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(331);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(253);
  }
});

test("names that were taken away, legend and colors are not drawn", () => {
  const bare = { ...wish, labels: { x: "", y: "", value: "" }, hasLegend: false, hasScale: false };
  const { shapes } = paperPicture(figureOf(), startCamera, bare);
  const texts = textsOf(shapes).map(({ text }) => text);
  expect(texts).not.toContain("loss");
  expect(texts.some((text) => text.startsWith("PC"))).toBe(false);
  expect(shapes.some(({ kind }) => kind === "cells")).toBe(false);
});

test("what is farther away is painted first", () => {
  const { shapes } = paperPicture(figureOf(), { ...startCamera, azimuth: 0 }, wish);
  // Seen from the front, farther is higher up in the picture on a level floor.
  const feet = patches(shapes).map(({ points }) =>
    Math.max(...points.filter((_, i) => i % 2 === 1)),
  );
  expect(feet.slice(0, 4).every((foot) => foot < Math.max(...feet.slice(-4)))).toBe(true);
});

test("a polygon is cut where the box ends", () => {
  const cut = belowHeight(
    [
      [0, 0, 0],
      [1, 0, 0],
      [1, 0, 2],
      [0, 0, 2],
    ],
    1,
  );
  expect(cut).toHaveLength(4);
  for (const [, , z] of cut) expect(z).toBeLessThanOrEqual(1.0001);
});

test("a fine grid keeps its edges, and points that it has", () => {
  const x = Float64Array.from({ length: 501 }, (_, i) => i);
  const values = new Float64Array(501 * 501).map((_, i) => i);
  const grid = { id: "a", name: "a", x, y: x, values, mask: new Uint8Array(values.length) };
  const coarse = thinned(grid);
  expect(coarse.x).toHaveLength(mostPatches + 1);
  expect([coarse.x[0], coarse.x.at(-1)]).toEqual([0, 500]);
  expect(coarse.values.at(-1)).toBe(501 * 501 - 1);
  expect(coarse.values[1]).toBe(coarse.x[1]);
});

test("several paths have a legend, and their names where they end", () => {
  const figure = figureOf();
  const [path] = figure.paths;
  if (path === undefined) throw new Error("the figure has no path");
  const paths = ["sgd", "adam"].map((name) => ({ ...path, id: name, name, color: "#306ce2" }));
  const { layers, shapes } = paperPicture({ ...figure, paths }, startCamera, wish);
  expect(layers.map(({ name }) => name)).toEqual(["sgd", "adam"]);
  const texts = textsOf(shapes).map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(["sgd", "adam"]));
  expect(texts).not.toContain(figure.words.start);
});
