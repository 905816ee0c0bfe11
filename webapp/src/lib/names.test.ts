import { expect, test } from "vitest";
import { commonPrefix } from "./names";

test("the prefix ends at a path part", () => {
  expect(commonPrefix(["exp/lr=0.1/a", "exp/lr=0.2/b"])).toBe("exp/");
  expect(commonPrefix(["exp/lr=0.1", "exp/lr=0.1/b"])).toBe("exp/");
});

test("names that share nothing, or stand alone, have no prefix", () => {
  expect(commonPrefix(["a/x", "b/x"])).toBe("");
  expect(commonPrefix(["a/x"])).toBe("");
  expect(commonPrefix([])).toBe("");
  expect(commonPrefix(["adam", "adamw"])).toBe("");
});

test("a name that is a folder of another keeps its last part", () => {
  expect(commonPrefix(["a/b", "a/b/c", "a/b/d"])).toBe("a/");
  expect(commonPrefix([".", "a/b"])).toBe("");
});
