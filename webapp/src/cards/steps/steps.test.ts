import { expect, it } from "vitest";
import { choiceAt, exactStep, nearestStep, unionSteps, type Stepped } from "./steps";

const series = (...steps: number[]): Stepped => ({
  step: Float64Array.from(steps),
  walltime: Float64Array.from(steps, (step) => step + 100),
});

it("the steps of several series are all of theirs, once each, in order", () => {
  const later = { ...series(2, 3), walltime: Float64Array.of(0, 0) };
  const all = unionSteps([series(-1, 2, 5), later, series(5, 9)]);
  expect([...all.step]).toEqual([-1, 2, 3, 5, 9]);
  expect([...all.walltime]).toEqual([99, 102, 0, 105, 109]);
});

it("of one series they are its own, and of none there are none", () => {
  const one = series(1, 2);
  expect(unionSteps([one])).toBe(one);
  expect(unionSteps([]).step).toHaveLength(0);
});

it.each([
  [null, 3],
  [-99, 0],
  [0, 0],
  [4, 0],
  [5, 0],
  [6, 1],
  [10, 1],
  [25, 2],
  [31, 3],
  [1e12, 3],
])("the nearest step to %s is the one at %i, the earlier of two", (wished, index) => {
  expect(nearestStep(Float64Array.of(0, 10, 20, 40), wished)).toBe(index);
});

it("no steps have no nearest one", () => {
  expect(nearestStep(new Float64Array(), 3)).toBe(-1);
  expect(nearestStep(new Float64Array(), null)).toBe(-1);
});

it("steps up to 2^53 stay different", () => {
  const far = 2 ** 53;
  expect(nearestStep(Float64Array.of(far - 2, far - 1, far), far - 1)).toBe(1);
});

it("a step is there exactly or not at all", () => {
  expect(exactStep(Float64Array.of(0, 10), 10)).toBe(1);
  expect(exactStep(Float64Array.of(0, 10), 9)).toBe(-1);
});

it("whoever chooses the last step follows what comes later", () => {
  const steps = Float64Array.of(1, 4, 9);
  expect([0, 1, 2, 3].map((index) => choiceAt(steps, index))).toEqual([1, 4, null, null]);
});
