import { expect, test } from "vitest";
import { cellPlace, headOf, sliceOf, tableOf, type TensorGrid } from "./table";

const shape = [4, 32, 100];

test("two ranges are rows and columns, an index is neither", () => {
  const table = tableOf(["-1", "2:30:3", ":"], shape) as TensorGrid;
  expect([table.down, table.right, table.rows, table.columns]).toEqual([1, 2, 10, 100]);
  expect(sliceOf(table, [2, 4], [10, 20])).toEqual(["3", "8:14:3", "10:20:1"]);
  expect(headOf(table, table.down, 2)).toBe("8");
  expect(headOf(table, table.right, 99)).toBe("99");
  expect(cellPlace(table, 2, 10)).toBe("[3, 8, 10]");
});

test("one range goes down, none is a single cell", () => {
  const column = tableOf(["0", "5", "::-1"], shape) as TensorGrid;
  expect([column.rows, column.columns, column.right]).toEqual([100, 1, -1]);
  expect(sliceOf(column, [0, 3], [0, 1])).toEqual(["0", "5", "99:96:-1"]);
  const cell = tableOf([], []) as TensorGrid;
  expect([cell.rows, cell.columns, cellPlace(cell, 0, 0)]).toEqual([1, 1, "[]"]);
});

test("what can't be a table is refused with its dimension", () => {
  expect(tableOf([":", ":", ":"], shape)).toEqual({ error: "tooMany", dimension: 2 });
  expect(tableOf(["4", ":", ":"], shape)).toEqual({ error: "outOfRange", dimension: 0 });
  expect(tableOf(["0", ":", "x"], shape)).toEqual({ error: "notPart", dimension: 2 });
  expect(tableOf(["0", ":"], shape)).toEqual({ error: "notPart", dimension: 2 });
});
