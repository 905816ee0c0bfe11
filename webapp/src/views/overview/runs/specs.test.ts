import { expect, it } from "vitest";
import { NAME, STEP, UPDATED } from "./run-rows";
import { fitted, metricSpec, runSpec, totalWidth } from "./specs";

const specs = [
  runSpec(NAME),
  ...["a", "b", "c"].map((tag) => metricSpec(tag, tag, undefined, false)),
  runSpec(STEP),
  runSpec(UPDATED),
];

it("makes names and curves narrower where that brings all columns into sight", () => {
  const whole = totalWidth(specs);
  expect(fitted(specs, whole)).toBe(specs);
  const narrow = fitted(specs, whole - 100);
  expect(totalWidth(narrow)).toBeLessThanOrEqual(whole - 100);
  expect(totalWidth(narrow)).toBeGreaterThan(whole - 110);
  expect(narrow.slice(-2)).toEqual(specs.slice(-2));
  expect(fitted(specs, whole - 400)).toBe(specs);
});
