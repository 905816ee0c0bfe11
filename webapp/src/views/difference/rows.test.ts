import { expect, it } from "vitest";
import { NUMBER, type Column, type Table } from "../../lib/table/types";
import { directionOf } from "../../lib/table/directions";
import { type GoalOf, openingRows as opening, rankedRows as ranked } from "./rows";

type Is = (id: string) => boolean;
const goalOf: GoalOf = (judged, tag) => directionOf(judged, new Map(), tag).goal;
const rankedRows = (judged: Table, ids: readonly string[], is: Is) =>
  ranked(judged, ids, is, goalOf);
const openingRows = (judged: Table, ids: readonly string[], others: readonly string[], is: Is) =>
  opening(judged, ids, others, is, goalOf);

function metric(name: string, ...values: number[]): Column {
  return {
    key: `m:last:${name}`,
    group: "metrics",
    name,
    detail: { tag: name, take: "last" },
    numbers: Float64Array.from(values),
    codes: Int32Array.from(values, () => NUMBER),
    values: [],
  };
}

const table = (runs: readonly string[], ...columns: Column[]): Table => ({
  rows: runs.length,
  runs,
  numbers: Int32Array.from(runs.keys()),
  trials: Int32Array.from(runs, () => 1),
  walltime: new Float64Array(runs.length),
  columns,
  declared: [],
});

const all = ["a", "b", "c", "d"];
const any = (): boolean => true;
const losses = table(all, metric("loss", NaN, 0.3, 0.1, 0.2));

it("the two best of the selected runs come first, diverged ones last", () => {
  expect(openingRows(losses, all, all, any)).toEqual([2, 3]);
  expect(openingRows(losses, ["a", "b"], all, any)).toEqual([1, 0]);
  expect(rankedRows(losses, all, any)).toEqual([2, 3, 1, 0]);
});

it("more is better of what is named so", () => {
  expect(openingRows(table(all, metric("accuracy", 0.1, 0.9, 0.8, NaN)), all, all, any)).toEqual([
    1, 2,
  ]);
});

it("more is better of what trials said so", () => {
  const values = table(all, metric("value", 0.1, 0.9, 0.8, NaN));
  const goals = new Map([["value", "max"]] as const);
  expect(openingRows({ ...values, goals }, all, all, any)).toEqual([1, 2]);
});

it("where nobody says what is better, none is ranked", () => {
  const values = table(all, metric("place", 0.1, 0.9, 0.8, NaN));
  expect(rankedRows(values, ["d", "b", "a"], any)).toEqual([3, 1, 0]);
  expect(openingRows(values, ["d", "b", "a"], all, any)).toEqual([3, 1]);
});

it("a single selected run is compared with the best of the others", () => {
  expect(openingRows(losses, ["b"], all, any)).toEqual([1, 2]);
  expect(openingRows(losses, ["c"], all, any)).toEqual([2, 3]);
});

it("without a metric two runs, or two trials of one, are compared as they come", () => {
  expect(openingRows(table(["a", "b", "b"]), ["b", "a"], [], any)).toEqual([1, 2]);
  expect(openingRows(table(["a", "b"]), ["b", "a"], [], any)).toEqual([1, 0]);
  expect(openingRows(table(["b", "b"]), ["b"], ["b"], any)).toEqual([0, 1]);
  expect(openingRows(table(["a"]), ["a"], ["a"], any)).toEqual([0, -1]);
  expect(openingRows(table([]), [], [], any)).toEqual([-1, -1]);
});

it("what is no candidate stands behind what is, before what diverged", () => {
  const is = (id: string): boolean => id !== "c";
  expect(rankedRows(losses, all, is)).toEqual([3, 1, 2, 0]);
  expect(openingRows(losses, all, all, is)).toEqual([3, 1]);
  expect(openingRows(losses, ["a", "c"], all, is)).toEqual([2, 0]);
});
