import { expect, it } from "vitest";
import { cellAt, cellRect, cellsOf, type ImageCells } from "./cells";

const summary = {
  width: 32,
  height: 20,
  cells: { rows: 2, columns: 3, width: 10, height: 9, count: 5, pad: 1 },
  labels: ["a", 7],
};
const cells = cellsOf(summary) as ImageCells;

it("are read from a summary, with their labels", () => {
  expect(cells).toEqual({ ...summary.cells, labels: ["a", "7"] });
});

it.each([
  null,
  {},
  { cells: null },
  { cells: { rows: 0 } },
  { cells: { ...summary.cells, rows: 1.5 } },
])("are not there in %j", (note) => {
  expect(cellsOf(note)).toBeNull();
});

it("are found by their pixels, but not between them, beyond them and behind the last", () => {
  expect(cellAt(cells, 0, 0)).toBe(0);
  expect(cellAt(cells, 9, 8)).toBe(0);
  expect(cellAt(cells, 10, 0)).toBeNull();
  expect(cellAt(cells, 11, 0)).toBe(1);
  expect(cellAt(cells, 12, 10)).toBe(4);
  expect(cellAt(cells, 23, 10)).toBeNull();
  expect(cellAt(cells, -1, 0)).toBeNull();
  expect(cellAt(cells, 0, 20)).toBeNull();
});

it("have a place in the image", () => {
  expect(cellRect(cells, 4)).toEqual({ x: 11, y: 10, width: 10, height: 9 });
});
