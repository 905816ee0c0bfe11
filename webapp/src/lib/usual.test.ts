import { expect, test } from "vitest";
import { unlessUsual } from "./usual";

test("only a list that is not the usual one is a choice", () => {
  expect(unlessUsual(["a", "b"], ["a", "b"])).toBeNull();
  expect(unlessUsual([], [])).toBeNull();
  expect(unlessUsual(["b", "a"], ["a", "b"])).toEqual(["b", "a"]);
  expect(unlessUsual(["a"], ["a", "b"])).toEqual(["a"]);
  expect(unlessUsual([], ["a"])).toEqual([]);
});
