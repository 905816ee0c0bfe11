import { describe, expect, it } from "vitest";
import { compareWords } from "../natural";
import { sortRows } from "./order";
import { column } from "./testing";
import type { Column, Value } from "./types";

function sorted(columns: readonly Column[], ...sorts: readonly string[]): number[] {
  const rows = Int32Array.from(columns[0]?.codes ?? [], (_, row) => row);
  const wanted = sorts.map((text) => ({
    key: text.replace("-", ""),
    descending: text.startsWith("-"),
  }));
  return [...sortRows(rows, wanted, (key) => columns.find((each) => each.key === key))];
}

const cells: readonly (Value | undefined)[] = [
  NaN,
  3,
  undefined,
  -Infinity,
  "b10",
  1,
  "b9",
  Infinity,
];

describe("one column", () => {
  it("has its numbers before its words, then NaN, then what is missing", () => {
    expect(sorted([column("x", cells)], "h:x")).toEqual([3, 5, 1, 7, 6, 4, 0, 2]);
  });

  it("keeps NaN and what is missing at the end when it is turned around", () => {
    expect(sorted([column("x", cells)], "-h:x")).toEqual([4, 6, 7, 1, 5, 3, 0, 2]);
  });

  it("has null, false and true before texts", () => {
    expect(sorted([column("x", ["a", true, null, false])], "h:x")).toEqual([2, 3, 1, 0]);
  });

  it("leaves rows that are alike as they came, in both directions", () => {
    const alike = [column("x", [2, 1, 2, 1, 2])];
    expect(sorted(alike, "h:x")).toEqual([1, 3, 0, 2, 4]);
    expect(sorted(alike, "-h:x")).toEqual([0, 2, 4, 1, 3]);
  });
});

it("the second column decides where the first sees no difference", () => {
  const columns = [column("opt", ["b", "a", "b", "a"]), column("lr", [1, 2, 3, 4])];
  expect(sorted(columns, "h:opt", "-h:lr")).toEqual([3, 1, 2, 0]);
});

it("a column that is not there sorts nothing", () => {
  expect(sorted([column("x", [2, 1])], "h:gone")).toEqual([0, 1]);
});

it("words are in natural order", () => {
  const words = ["run 10", "run 2", "Run 1", "run 1", "äpfel", "zebra"];
  expect(words.sort(compareWords)).toEqual(["äpfel", "run 1", "Run 1", "run 2", "run 10", "zebra"]);
});
