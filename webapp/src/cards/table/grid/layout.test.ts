import { describe, expect, it } from "vitest";
import {
  columnsWithin,
  DETAIL_HEIGHT as D,
  edgesOf,
  fitted,
  linesOf,
  RowLayout,
  scrolledTo,
} from "./layout";

const R = 28;

describe("columns in sight", () => {
  const edges = edgesOf(new Array<number>(100).fill(100));

  it("are those within, and a little more", () => {
    expect([...edges.slice(0, 3)]).toEqual([0, 100, 200]);
    expect(columnsWithin(edges, 0, 500)).toEqual([0, 7]);
    expect(columnsWithin(edges, 5000, 5500)).toEqual([48, 57]);
    expect(columnsWithin(edges, 9800, 10300)).toEqual([96, 100]);
  });

  it("are none of none", () => {
    expect(columnsWithin(edgesOf([]), 0, 500)).toEqual([0, 0]);
  });
});

describe("rows", () => {
  const rows = new RowLayout(1000, R, [2, 5]);

  it("stand below the details of the open ones before them", () => {
    expect([0, 2, 3, 5, 6].map((place) => rows.topOf(place))).toEqual([
      ...[0, 2 * R, 3 * R + D, 5 * R + D, 6 * R + 2 * D],
    ]);
    expect(rows.height).toBe(1000 * R + 2 * D);
    expect([1, 2, 3, 5].map((place) => rows.isOpen(place))).toEqual([false, true, false, true]);
  });

  it("are found by their height", () => {
    for (const place of [0, 1, 2, 3, 5, 6, 999]) {
      expect(rows.placeAt(rows.topOf(place))).toBe(place);
      expect(rows.placeAt(rows.topOf(place) + R - 1)).toBe(place);
    }
    expect(rows.placeAt(3 * R + D - 1)).toBe(2);
    expect(rows.placeAt(1e9)).toBe(999);
  });

  it("are drawn only in and about the viewport", () => {
    const [first, end] = new RowLayout(10_000, R, []).within(5000 * R, 5000 * R + 600);
    expect([first, end]).toEqual([4996, 5026]);
    expect(new RowLayout(0, R, []).within(0, 600)).toEqual([0, 0]);
  });
});

it("scrolling by a row changes one line", () => {
  const before = linesOf(10, 20, 12);
  const after = linesOf(11, 21, 12);
  expect([...before].sort((a, b) => a - b)).toEqual([
    -1, -1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
  ]);
  expect(after.filter((place, line) => place !== before[line])).toEqual([20, -1]);
});

it("what is out of sight is scrolled to, no further than needed", () => {
  expect(scrolledTo(100, 500, 50, 120, 150)).toBe(70);
  expect(scrolledTo(100, 500, 50, 590, 620)).toBe(120);
  expect(scrolledTo(100, 500, 50, 300, 330)).toBe(100);
});

const wished = [
  { width: 270, least: 200 },
  { width: 160, least: 120 },
  { width: 160, least: 120 },
  { width: 84 },
];
const sum = (widths: readonly number[]): number => widths.reduce((a, b) => a + b, 0);

it("makes names and curves narrower where that brings all columns into sight", () => {
  expect(fitted(wished, 674)).toEqual([270, 160, 160, 84]);
  const narrow = fitted(wished, 574);
  expect(sum(narrow)).toBeLessThanOrEqual(574);
  expect(sum(narrow)).toBeGreaterThan(570);
  expect(narrow.at(-1)).toBe(84);
  expect(fitted(wished, 274)).toEqual([270, 160, 160, 84]);
});

it("gives the names what is left", () => {
  expect(fitted(wished, 1000)).toEqual([596, 160, 160, 84]);
});
