import { describe, expect, it } from "vitest";
import { cellAfter } from "./keys";
import { boxesOf, cellAt, cellBox, every, heightOf, mostColumns } from "./layout";

const tile = { colors: new Uint8ClampedArray(), crossed: new Uint8Array() };
const figure = (tiles: number) => ({
  names: ["0", "1", "2"],
  steps: new Float64Array(30),
  tiles: Array.from({ length: tiles }, () => tile),
});

it("has several runs side by side, below their names and above what the colors mean", () => {
  const titled = { ...tile, title: { text: "run", color: "#123456" } };
  const legend = { low: "0", high: "1", colors: [], others: [] };
  const steps = new Float64Array(300);
  const size = { width: 516, height: 156 };
  expect(boxesOf(size, { tiles: [titled, titled], steps, legend }, 100)).toEqual([
    { left: 100, top: 18, width: 200, height: 100 },
    { left: 316, top: 18, width: 200, height: 100 },
  ]);
});

it("goes by keys from the last step of a run to the first of the next one", () => {
  const after = (tile: number, key: string, column: number) =>
    cellAfter({ key, shiftKey: false }, { tile, row: 1, column }, figure(2));
  expect(after(0, "ArrowRight", 29)).toEqual({ tile: 1, row: 1, column: 0 });
  expect(after(1, "ArrowLeft", 0)).toEqual({ tile: 0, row: 1, column: 29 });
  expect(after(0, "End", 3)).toEqual({ tile: 1, row: 1, column: 29 });
  expect(after(1, "ArrowRight", 29)).toEqual({ tile: 1, row: 1, column: 29 });
});

describe("the rows", () => {
  it("are as high as their names while they are few, and one pixel at least", () => {
    expect([3, 22, 100, 352, 500].map((rows) => heightOf(rows) - 20)).toEqual([
      48, 352, 352, 352, 500,
    ]);
  });
});

describe("the columns", () => {
  it("are no more than there are pixels beside the names", () => {
    expect([400, 1000].map(mostColumns)).toEqual([256, 780]);
  });

  it("are no wider than they need to be", () => {
    const box = (columns: number) =>
      boxesOf({ width: 900, height: 68 }, { tiles: [tile], steps: new Float64Array(columns) }, 100);
    expect(box(3)).toEqual([{ left: 100, top: 0, width: 144, height: 48 }]);
    expect(box(300)).toEqual([{ left: 100, top: 0, width: 800, height: 48 }]);
  });
});

it("finds the cell of a place, and the place of a cell", () => {
  const box = { left: 100, top: 0, width: 80, height: 40 };
  expect(cellAt({ x: 79, y: 10 }, box, 4, 8)).toEqual({ row: 1, column: 7 });
  expect(cellAt({ x: 80, y: 10 }, box, 4, 8)).toBeNull();
  expect(cellAt({ x: 5, y: -1 }, box, 4, 8)).toBeNull();
  const place = { left: 170, top: 10, width: 10, height: 10 };
  expect(cellBox({ row: 1, column: 7 }, box, 4, 8)).toEqual(place);
});

it("writes as many words as there is room for", () => {
  expect([every(10, 200, 12), every(500, 500, 12), every(0, 100, 12)]).toEqual([1, 12, 1]);
});

describe("a key", () => {
  const after = (key: string, from: [number, number] | null, shiftKey = false) => {
    const cell = from === null ? null : { tile: 0, row: from[0], column: from[1] };
    const next = cellAfter({ key, shiftKey }, cell, figure(1));
    return next === null ? null : [next.row, next.column];
  };

  it("begins at the newest step of the first layer", () => {
    expect(after("ArrowDown", null)).toEqual([0, 29]);
    expect(after("Home", null)).toEqual([0, 0]);
  });

  it("moves by one, with Shift by ten, and stops at the ends", () => {
    expect(after("ArrowDown", [0, 5])).toEqual([1, 5]);
    expect(after("ArrowLeft", [1, 5], true)).toEqual([1, 0]);
    expect(after("ArrowRight", [1, 5], true)).toEqual([1, 15]);
    expect(after("ArrowUp", [0, 5])).toEqual([0, 5]);
  });

  it("goes to the ends of both axes", () => {
    expect(after("End", [1, 5])).toEqual([1, 29]);
    expect(after("PageDown", [1, 5])).toEqual([2, 5]);
    expect(after("PageUp", [1, 5])).toEqual([0, 5]);
  });

  it("is left to the page if it means nothing here", () => {
    expect(after("a", [1, 5])).toBeNull();
  });
});
