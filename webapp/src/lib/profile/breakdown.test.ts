import { expect, test } from "vitest";
import { countedSteps, meanParts, partsThere } from "./breakdown";

const breakdown = { parts: ["kernel", "memset", "other"], ns: Float64Array.of(6, 0, 4, 2, 0, 8) };

test("warm-up counts only where there is nothing else", () => {
  expect(countedSteps([true, false, false])).toEqual([1, 2]);
  expect(countedSteps([true, true])).toEqual([0, 1]);
});

test("means of the parts add up to the mean step", () => {
  expect([...meanParts(breakdown, [0, 1])]).toEqual([4, 0, 6]);
  expect([...meanParts(breakdown, [1])]).toEqual([2, 0, 8]);
  expect([...meanParts(breakdown, [])]).toEqual([0, 0, 0]);
});

test("a part that takes no time in any step is left out, and the others still add up", () => {
  const { parts, ns } = partsThere(breakdown);
  expect(parts).toEqual(["kernel", "other"]);
  expect([...ns]).toEqual([6, 4, 2, 8]);
});
