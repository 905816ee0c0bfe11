import { expect, it } from "vitest";
import { recordAt } from "./recorded";

const steps = Float64Array.of(10, 20, 30);

it.each([
  [null, 2],
  [20, 1],
  [29, 1],
  [99, 2],
  [3, 0],
])("shows for step %s the record %i", (wished, index) => {
  expect(recordAt(steps, wished)).toBe(index);
});

it("has no record of a series without steps", () => {
  expect(recordAt(new Float64Array(), 5)).toBe(-1);
});
