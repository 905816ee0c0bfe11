import { expect, test } from "vitest";
import { fitted } from "./camera";
import { windowAfter } from "./keys";

const whole = { start: 0, end: 1000 };
const window = { start: 400, end: 600 };

test("W and S come closer and go away, A and D move", () => {
  const closer = windowAfter("w", window, 400, whole, null);
  expect(closer?.start).toBe(400);
  expect(closer?.end).toBeCloseTo(400 + 200 / 1.4, 9);
  expect(windowAfter("S", window, 400, whole, null)?.end).toBeCloseTo(680, 9);
  expect(windowAfter("a", window, 0, whole, null)).toEqual({ start: 370, end: 570 });
  expect(windowAfter("d", window, 0, whole, null)).toEqual({ start: 430, end: 630 });
  expect(windowAfter("x", window, 0, whole, null)).toBeNull();
});

test("F shows what is selected, and once it is shown everything", () => {
  const selected = { start: 500, end: 540 };
  const near = windowAfter("f", window, 0, whole, selected);
  expect(near).toEqual({ start: 495, end: 545 });
  expect(windowAfter("f", near ?? window, 0, whole, selected)).toEqual(fitted(whole));
  expect(windowAfter("f", window, 0, whole, null)).toEqual(fitted(whole));
});
