import { describe, expect, it } from "vitest";
import { column, table } from "./testing";
import { bestRow, colorsOfRuns, rowsByKey, rowsOfRuns, rowsWhere, runsOfRows } from "./rows";

const all = Int32Array.from([0, 1, 2, 3, 4]);
const loss = column("loss", [3, NaN, 1, undefined, 1]);
const inside = new Uint8Array(5).fill(1);

describe("the best row", () => {
  it("is the first with the best number", () => {
    expect(bestRow(loss, "min", all, inside)).toBe(2);
    expect(bestRow(loss, "max", all, inside)).toBe(0);
  });

  it("passes the filters", () => {
    expect(bestRow(loss, "min", all, Uint8Array.from([1, 1, 0, 1, 1]))).toBe(4);
  });

  it("is none where none has a number", () => {
    expect(bestRow(loss, "min", Int32Array.from([1, 3]), inside)).toBeNull();
  });

  it("may be infinite", () => {
    expect(bestRow(column("x", [Infinity, NaN]), "min", Int32Array.from([0, 1]), inside)).toBe(0);
  });
});

it("rows are found by their trial, by their run, and by any condition", () => {
  const made = { ...table([loss]), runs: ["a", "a", "b", "b", "b"] };
  made.numbers.set([0, 1, 0, 1, 2]);
  expect(rowsByKey(made).get("b/2")).toBe(4);
  expect([...rowsOfRuns(all, made, ["b"])]).toEqual([2, 3, 4]);
  expect([...rowsWhere(5, (row) => row % 2 === 1)]).toEqual([1, 3]);
  expect(colorsOfRuns(made, (run) => `of ${run}`)[2]).toBe("of b");
});

it("rows have runs", () => {
  const rows = Int32Array.from([4, 2, 0]);
  const made = { ...table([loss]), runs: ["a", "a", "b", "b", "b"] };
  expect(runsOfRows(rows, made)).toEqual(["b", "a"]);
});
