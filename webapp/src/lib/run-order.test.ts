import { expect, test } from "vitest";
import { byName, drawingOrder } from "./run-order";

const run = (id: string, path = id, diverged = false) => ({ id, path, diverged });

test("runs that diverged come last, all others stay as they are sorted", () => {
  const runs = [run("c"), run("a", "a", true), run("d"), run("b", "b", true)];
  expect(drawingOrder(runs, false)).toEqual(["c", "d", "a", "b"]);
  expect(drawingOrder([run("a", "a", true)], true)).toEqual(["a"]);
  expect(drawingOrder([], true)).toEqual([]);
});

test("with folders, runs of one folder stand together where its first run would", () => {
  const runs = [run("1", "x/1"), run("2", "y/2"), run("3", "x/3", true), run("4", "x/4")];
  expect(drawingOrder(runs, true)).toEqual(["1", "4", "2", "3"]);
  expect(drawingOrder(runs, false)).toEqual(["1", "2", "4", "3"]);
});

test("names are sorted as numbers are read", () => {
  const names = new Map([
    ["a", "lr10"],
    ["b", "lr9"],
  ]);
  expect(byName(["a", "b"], (id) => names.get(id) ?? "")).toEqual(["b", "a"]);
});
