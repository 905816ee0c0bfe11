import { expect, it } from "vitest";
import { otherRunOf, otherStep, otherStepOf } from "./compare";

it("compares with the run that was chosen, or else with another one that has the tag", () => {
  expect(otherRunOf("c", "a", ["a", "b", "c"])).toBe("c");
  expect(otherRunOf("gone", "a", ["a", "b", "c"])).toBe("b");
  expect(otherRunOf("", "a", ["a"])).toBe("a");
});

it("compares the same step of two runs, and of one run the step before", () => {
  const steps = Float64Array.of(0, 10, 20);
  expect(otherStepOf("same", 10, steps, false)).toBe(10);
  expect(otherStepOf("same", 10, steps, true)).toBe(0);
  expect(otherStepOf("same", 0, steps, true)).toBe(10);
  expect(otherStepOf("same", 0, Float64Array.of(0), true)).toBe(0);
  expect(otherStepOf(20, 0, steps, true)).toBe(20);
  expect(otherStepOf(null, 0, steps, true)).toBeNull();
});

it.each(["same", null, 7, -7] as const)("the step %s survives the address", (step) => {
  expect(otherStep.parse(otherStep.format(step))).toBe(step);
});
