import { expect, it } from "vitest";
import { currentZoom, replaceZoom, stepBack, unzoomed, zoomIn } from "./zoom";

it("nests zooms and takes them back one at a time", () => {
  const first = zoomIn(unzoomed, { x: [0, 10] });
  const second = zoomIn(first, { y: [1, 2] });
  expect(currentZoom(second)).toEqual({ x: [0, 10], y: [1, 2] });
  expect(currentZoom(stepBack(second))).toEqual({ x: [0, 10], y: null });
  expect(currentZoom(stepBack(stepBack(second)))).toEqual({ x: null, y: null });
  expect(stepBack(unzoomed)).toEqual([]);
});

it("makes no step of a zoom that changes nothing", () => {
  const once = zoomIn(unzoomed, { x: [0, 10] });
  expect(zoomIn(once, { x: [0, 10] })).toBe(once);
});

it("replaces the newest zoom while it glides", () => {
  const once = zoomIn(unzoomed, { x: [0, 10] });
  expect(replaceZoom(zoomIn(once, { x: [2, 8] }), { x: [3, 7] })).toEqual([
    { x: [0, 10], y: null },
    { x: [3, 7], y: null },
  ]);
});
