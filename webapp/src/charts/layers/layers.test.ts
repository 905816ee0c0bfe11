import { describe, expect, it } from "vitest";
import { cellAfter } from "./keys";
import { boxOf, cellAt, cellBox, every, heightOf, mostColumns } from "./layout";

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
    expect(boxOf({ width: 900, height: 68 }, 3, 100)).toEqual({
      left: 100,
      top: 0,
      width: 144,
      height: 48,
    });
    expect(boxOf({ width: 900, height: 68 }, 300, 100).width).toBe(800);
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
    const cell = from === null ? null : { row: from[0], column: from[1] };
    const next = cellAfter({ key, shiftKey }, cell, 3, 30);
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
