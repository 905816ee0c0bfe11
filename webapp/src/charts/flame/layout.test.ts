import { expect, test } from "vitest";
import { treeOf } from "../../lib/profile/tree";
import { cellAt, cellBeside, layoutOf, LEVEL } from "./layout";
import type { FlameFigure } from "./types";

// model(0) > layer(1) > mm(2); head(3). loader(4).
const tree = treeOf(Float64Array.of(-1, 0, 1, 0, -1));
const figure: FlameFigure = {
  tree,
  names: ["model", "layer", "mm", "head", "loader"],
  values: Float64Array.of(60, 20, 20, 30, 40),
  all: "all",
  root: -1,
  selected: -1,
  found: null,
  isUpwards: false,
  textOf: String,
};

const seen = (
  cells: readonly { readonly node: number; readonly x: number; readonly width: number }[],
) => cells.map(({ node, x, width }) => [node, x, width]);

test("each node is as wide as its share, the largest first", () => {
  const { cells, levels } = layoutOf(figure, 100);
  expect(levels).toBe(4);
  expect(seen(cells)).toEqual([
    [-1, 0, 100],
    [0, 0, 60],
    [4, 60, 40],
    [3, 0, 30],
    [1, 30, 20],
    [2, 30, 20],
  ]);
});

test("a node that is looked at takes the whole width, with all above it", () => {
  const { cells } = layoutOf({ ...figure, root: 1 }, 100);
  expect(seen(cells)).toEqual([
    [-1, 0, 100],
    [0, 0, 100],
    [1, 0, 100],
    [2, 0, 100],
  ]);
});

test("children that took more than their parent still fit into it", () => {
  const { cells } = layoutOf({ ...figure, values: Float64Array.of(10, 20, 20, 30, 0) }, 100);
  const below = cells.filter(({ level }) => level === 2);
  expect(below.map(({ width }) => Math.round(width))).toEqual([60, 40]);
});

test("a place is of one node, whichever way the roots are", () => {
  const layout = layoutOf(figure, 100);
  expect(cellAt(layout, false, { x: 10, y: 1.5 * LEVEL })?.node).toBe(0);
  expect(cellAt(layout, true, { x: 10, y: 2.5 * LEVEL })?.node).toBe(0);
  expect(cellAt(layout, false, { x: 70, y: 2.5 * LEVEL })).toBeNull();
});

test("keys go along a level, to what is below and to what is above", () => {
  const layout = layoutOf(figure, 100);
  const parentOf = (node: number): number => tree.parent[node] ?? -1;
  const beside = (from: number, way: "before" | "after" | "above" | "below") =>
    cellBeside(layout, from, way, parentOf)?.node ?? null;
  expect(beside(0, "after")).toBe(4);
  expect(beside(4, "after")).toBeNull();
  expect(beside(0, "below")).toBe(3);
  expect(beside(3, "after")).toBe(1);
  expect(beside(2, "above")).toBe(1);
  expect(beside(0, "above")).toBe(-1);
});
