import { expect, test } from "vitest";
import { converted, layoutPixels, toPoints } from "./lengths";

test("an inch is 72 points and 2.54 centimeters", () => {
  expect(toPoints(1, "in")).toBe(72);
  expect(toPoints(2.54, "cm")).toBeCloseTo(72);
  expect(converted(8.5, "cm", "in")).toBe(3.35);
  expect(converted(1, "in", "cm")).toBe(2.54);
  expect(converted(1.2345, "cm", "cm")).toBe(1.2345);
});

test("letters of 11 points leave as many pixels as points, smaller ones more", () => {
  expect(layoutPixels(240, 11)).toBe(240);
  expect(layoutPixels(240, 5.5)).toBe(480);
});
