import { expect, test } from "vitest";
import { childrenOf, openRows, pathOf, treeOf } from "./tree";

// model(0) > layer(1) > mm(2), add(3); head(4). data(5).
const tree = treeOf(Float64Array.of(-1, 0, 1, 1, 0, -1));
const names = ["model", "layer", "mm", "add", "head", "data"];
const asIs = (nodes: readonly number[]): readonly number[] => nodes;

test("levels, ends and children follow from the parents", () => {
  expect([...tree.level]).toEqual([0, 1, 2, 2, 1, 0]);
  expect([...tree.end]).toEqual([5, 4, 3, 4, 5, 6]);
  expect(childrenOf(tree, 0)).toEqual([1, 4]);
  expect(childrenOf(tree, -1)).toEqual([0, 5]);
  expect(pathOf(tree, names, 2)).toBe("model/layer/mm");
});

test("only what is below open nodes is seen", () => {
  expect(openRows(tree, () => false, asIs).rows).toEqual([0, 5]);
  expect(openRows(tree, (node) => node === 0, asIs).rows).toEqual([0, 1, 4, 5]);
  const backwards = (nodes: readonly number[]): readonly number[] => [...nodes].reverse();
  expect(openRows(tree, (node) => node === 0, backwards).rows).toEqual([5, 0, 4, 1]);
});

test("a search shows what it found with all that is above", () => {
  const { rows, hasBelow } = openRows(tree, () => false, asIs, new Set([3]));
  expect(rows).toEqual([0, 1, 3]);
  expect([hasBelow(1), hasBelow(3)]).toEqual([true, false]);
});
