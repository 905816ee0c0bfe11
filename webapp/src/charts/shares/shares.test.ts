import { expect, test } from "vitest";
import { pictureShapes, shareAt, slicesOf } from "./draw";

const share = (key: string, value: number) => ({
  key,
  name: key,
  value,
  color: "#306ce2",
  text: `${value}`,
  percent: "",
});

test("slices begin at the top, go round clockwise and end where they began", () => {
  const slices = slicesOf([share("a", 1), share("b", 3)]);
  expect(slices[0]).toEqual({ from: 0, to: Math.PI / 2 });
  expect(slices[1]?.to).toBeCloseTo(2 * Math.PI, 12);
});

test("a place of the pie is of one share, its middle of none", () => {
  const slices = slicesOf([share("a", 1), share("b", 1), share("c", 2)]);
  const ring = { x: 100, y: 100, outer: 90, inner: 40 };
  expect(shareAt(slices, { x: 150, y: 60 }, ring)).toBe(0);
  expect(shareAt(slices, { x: 150, y: 140 }, ring)).toBe(1);
  expect(shareAt(slices, { x: 40, y: 100 }, ring)).toBe(2);
  expect(shareAt(slices, { x: 100, y: 100 }, ring)).toBe(-1);
  expect(shareAt(slices, { x: 0, y: 0 }, ring)).toBe(-1);
});

test("shares that are all nothing are no pie, and break nothing", () => {
  expect(slicesOf([share("a", 0)])).toEqual([{ from: 0, to: 0 }]);
  const colors = { surface: "#fff", text: "#000", muted: "#555", grid: "#eee" };
  const { shapes } = pictureShapes([share("a", 0)], "bars", 600, colors);
  for (const shape of shapes) {
    if (shape.kind === "path") expect([...shape.points].every(Number.isFinite)).toBe(true);
  }
});
