import { expect, it } from "vitest";
import { viewerAction } from "./keys";

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  viewerAction({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  });

it("arrows go through the steps, and with Shift they move the image", () => {
  expect(press("ArrowRight")).toBe("forward");
  expect(press("ArrowRight", { shiftKey: true })).toBe("right");
});

it("a plus needs Shift on some keyboards and none on others", () => {
  expect([press("+"), press("+", { shiftKey: true }), press("=")]).toEqual(Array(3).fill("zoomIn"));
});

it("the browser keeps its own keys", () => {
  expect(press("0", { ctrlKey: true })).toBeNull();
  expect(press("ArrowLeft", { altKey: true })).toBeNull();
  expect(press("q")).toBeNull();
});
