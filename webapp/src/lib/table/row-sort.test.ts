import { expect, test } from "vitest";
import { matcher } from "../search";
import { matching, sorted, turned } from "./row-sort";

test("what is unknown comes last in both directions", () => {
  const values = [3, NaN, 1, 2, null];
  const valueOf = (row: number) => values[row] ?? null;
  expect(sorted([0, 1, 2, 3, 4], valueOf, true)).toEqual([0, 3, 2, 1, 4]);
  expect(sorted([0, 1, 2, 3, 4], valueOf, false)).toEqual([2, 3, 0, 1, 4]);
});

test("names are in natural order", () => {
  const names = ["layer.10", "layer.2", "a"];
  expect(sorted([0, 1, 2], (row) => names[row] ?? "", false)).toEqual([2, 1, 0]);
});

test("a row is found by a part of a name or by a pattern, in any of its columns", () => {
  const names = ["aten::addmm", "aten::add", "Optimizer.step"];
  const modules = ["fc", "block.0", ""];
  expect(matching(3, [names, modules], matcher("addmm"))).toEqual([0]);
  expect(matching(3, [names, modules], matcher("/^aten::add$/"))).toEqual([1]);
  expect(matching(3, [names, modules], matcher("block"))).toEqual([1]);
  expect(matching(3, [names, modules], matcher(""))).toEqual([0, 1, 2]);
});

test("a second click turns the order around, and numbers begin with the largest", () => {
  const byName = turned({ key: "self_ns", descending: true }, "name", true);
  expect(byName).toEqual({ key: "name", descending: false });
  expect(turned(byName, "name", true)).toEqual({ key: "name", descending: true });
  expect(turned(byName, "calls", false)).toEqual({ key: "calls", descending: true });
});
