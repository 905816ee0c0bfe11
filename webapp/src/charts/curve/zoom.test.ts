import { expect, it } from "vitest";
import { keyAction } from "./keys";
import { wholeView } from "./types";
import { isWhole, pan, zoomBy, zoomTo } from "./zoom";

const size = { width: 400, height: 400 };

it("shows what was dragged over; a click is no drag", () => {
  const view = zoomTo(wholeView, size, { x: 100, y: 300 }, { x: 200, y: 100 });
  expect(view).toEqual({ x: [0.25, 0.5], y: [0.25, 0.75] });
  expect(zoomTo(wholeView, size, { x: 100, y: 100 }, { x: 102, y: 300 })).toBeNull();
});

it("comes closer around a place, and never leaves the unit square", () => {
  const view = zoomBy(wholeView, size, { x: 400, y: 0 }, 0.5);
  expect(view).toEqual({ x: [0.5, 1], y: [0.5, 1] });
  expect(isWhole(zoomBy(view, size, { x: 0, y: 0 }, 3))).toBe(true);
  expect(pan(view, size, -400, 0)).toEqual(view);
  expect(pan(view, size, 200, 0).x).toEqual([0.25, 0.75]);
});

it("moves by arrows, ten times as far with Shift", () => {
  const press = (key: string, shiftKey = false) =>
    keyAction({ key, shiftKey, ctrlKey: false, metaKey: false, altKey: false });
  expect(press("ArrowLeft")).toEqual({ kind: "arrow", by: -1 });
  expect(press("ArrowUp", true)).toEqual({ kind: "arrow", by: 10 });
  expect(press("f")).toBeNull();
});
