import { expect, test } from "vitest";
import { around, fitted, moved, showing, wanted, zoomed } from "./camera";
import {
  firstSeen,
  groupAt,
  HEAD,
  layoutOf,
  LEVEL,
  neighbor,
  rectangles,
  sliceAt,
  TITLE,
  topOf,
} from "./layout";
import { slicesOf } from "./testing";

const lane = (index: number, levels: number, isClosed = false) => ({
  index,
  label: `lane ${index}`,
  note: "",
  levels,
  isClosed,
});
const layout = layoutOf([lane(0, 2), lane(1, 3, true)]);
const seen = { window: { start: 0, end: 1000 }, width: 1000, top: 0, bottom: 1000 };

test("lanes lie below each other, and a closed one shows its outermost level", () => {
  expect(layout.rows.map(({ top }) => top)).toEqual([0, TITLE + 2 * LEVEL + 5]);
  expect(topOf(layout, 0, 1)).toBe(TITLE + LEVEL);
  expect(topOf(layout, 1, 0)).toBe(TITLE + 2 * LEVEL + 5 + TITLE);
  expect(topOf(layout, 1, 1)).toBeNull();
});

test("groups have titles, and a closed one none of its lanes", () => {
  const group = (key: number, isClosed: boolean) => ({ key, label: "", note: "", isClosed });
  const lanes = [
    { ...lane(0, 2), group: 0 },
    { ...lane(9, 1), group: 1 },
    { ...lane(17, 1), group: 2 },
  ];
  const made = layoutOf(lanes, [group(0, false), group(1, true), group(2, false)]);
  const first = HEAD + TITLE + 2 * LEVEL + 5;
  expect(made.heads.map(({ top }) => top)).toEqual([0, first, first + HEAD]);
  expect(topOf(made, 0, 0)).toBe(HEAD + TITLE);
  expect(topOf(made, 9, 0)).toBeNull();
  expect(topOf(made, 17, 0)).toBe(first + 2 * HEAD + TITLE);
  expect([groupAt(made, 3), groupAt(made, first + 1), groupAt(made, 900)]).toEqual([0, 1, 2]);
  expect(groupAt(layout, 3)).toBeNull();
});

test("each span is a rectangle in its level", () => {
  const slices = slicesOf([
    [0, 0, 0, 500],
    [0, 1, 100, 200],
  ]);
  const { count, x, width, y } = rectangles(slices, layout, seen);
  expect([count, [...x.slice(0, 2)], [...width.slice(0, 2)], [...y.slice(0, 2)]]).toEqual([
    2,
    [0, 100],
    [500, 100],
    [TITLE, TITLE + LEVEL],
  ]);
});

test("a span of a thousandth of a pixel is seen, and neighbors that narrow are as strong as they cover", () => {
  const alone = rectangles(slicesOf([[0, 0, 500, 500.001]]), layout, seen);
  expect(alone.count).toBe(1);
  const crowd = slicesOf([
    [0, 0, 500, 500.2],
    [0, 0, 500.3, 500.6],
  ]);
  const { count, covered, slice } = rectangles(crowd, layout, seen);
  expect(count).toBe(1);
  expect(covered[0]).toBeCloseTo(0.5 / 0.6, 9);
  expect(slice[0]).toBe(1);
});

test("what lies beside the window or below what is scrolled to is left out", () => {
  const slices = slicesOf([
    [0, 0, 0, 10],
    [0, 0, 5000, 6000],
    [1, 0, 0, 10],
  ]);
  expect(rectangles(slices, layout, seen).count).toBe(2);
  expect(rectangles(slices, layout, { ...seen, bottom: 40 }).count).toBe(1);
});

test("never more rectangles than can be drawn", () => {
  const many = slicesOf(Array.from({ length: 900 }, (_, i) => [0, 0, i, i + 0.9] as const));
  const { count, width } = rectangles(many, layout, seen, 100);
  expect(count).toBeLessThanOrEqual(100);
  expect(width[0]).toBeGreaterThan(5);
});

test("a narrow span can be pointed at from beside it", () => {
  const found = rectangles(slicesOf([[0, 0, 500, 500.1]]), layout, seen);
  expect(sliceAt(found, { x: 502, y: TITLE + 4 })).toBe(0);
  expect(sliceAt(found, { x: 520, y: TITLE + 4 })).toBe(-1);
  expect(sliceAt(found, { x: 500, y: TITLE + LEVEL + 1 })).toBe(-1);
});

test("keys go from span to span of a level, and from level to level", () => {
  const slices = slicesOf([
    [0, 0, 0, 100],
    [0, 0, 200, 300],
    [0, 1, 10, 20],
    [0, 1, 30, 40],
  ]);
  expect(neighbor(slices, 0, "next")).toBe(1);
  expect(neighbor(slices, 1, "previous")).toBe(0);
  expect(neighbor(slices, 0, "inner")).toBe(2);
  expect(neighbor(slices, 3, "outer")).toBe(0);
  expect(neighbor(slices, 1, "inner")).toBe(-1);
  expect(neighbor(slices, 1, "next")).toBe(-1);
  expect(firstSeen(slices, { start: 100, end: 400 })).toBe(1);
  expect(firstSeen(slices, { start: 400, end: 500 })).toBe(-1);
});

const whole = { start: 0, end: 1000 };

test("a zoom keeps its place, and nothing beyond the ends is shown", () => {
  expect(zoomed({ start: 0, end: 1000 }, 250, 0.5, whole)).toEqual({ start: 125, end: 625 });
  expect(zoomed({ start: 0, end: 1000 }, 500, 100, whole)).toEqual(fitted(whole));
  expect(moved({ start: 100, end: 200 }, 5000, whole)).toEqual({ start: 920, end: 1020 });
  const closest = zoomed({ start: 500, end: 600 }, 550, 1e-9, whole);
  expect(closest.end - closest.start).toBeCloseTo(20, 9);
});

test("what is selected is seen", () => {
  expect(around({ start: 400, end: 500 }, whole)).toEqual({ start: 387.5, end: 512.5 });
  const window = { start: 0, end: 500 };
  expect(showing(window, { start: 100, end: 200 }, 1000, whole)).toBe(window);
  const { start, end } = showing(window, { start: 700, end: 800 }, 1000, whole);
  expect([start, end]).toEqual([500, 1000]);
});

test("windows close to each other ask for the same", () => {
  const far = { start: 0, end: 1e6 };
  const one = wanted({ start: 10_000, end: 70_000 }, 1000, far);
  expect(wanted({ start: 12_000, end: 70_000 }, 1000, far)).toEqual(one);
  expect(one.start).toBeLessThanOrEqual(10_000);
  expect(one.end).toBeGreaterThanOrEqual(70_000);
  // At least as fine as the screen's pixels, and not much finer.
  const pixel = (one.end - one.start) / one.pixels;
  expect(pixel).toBeLessThanOrEqual(60);
});
