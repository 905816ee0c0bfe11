import { expect, test } from "vitest";
import { matcher } from "./search";

test("an empty search finds everything", () => {
  expect(matcher("  ").test("anything")).toBe(true);
});

test("words must all occur, in any order and case", () => {
  const { test: finds } = matcher("SEED lr=0.1");
  expect(finds("lr=0.1/seed=3")).toBe(true);
  expect(finds("lr=0.2/seed=3")).toBe(false);
});

test("dots and brackets of words are no pattern", () => {
  expect(matcher("lr=0.1").test("lr=0x1")).toBe(false);
  expect(matcher("(").error).toBeNull();
});

test("a text between slashes is a regular expression with its flags", () => {
  expect(matcher("/seed=\\d$/").test("lr/seed=3")).toBe(true);
  expect(matcher("/SEED/").test("seed")).toBe(false);
  expect(matcher("/SEED/i").test("seed")).toBe(true);
});

test("the flag g does not make the answer depend on the call before", () => {
  const { test: finds } = matcher("/a/g");
  expect([finds("a"), finds("a"), finds("a")]).toEqual([true, true, true]);
});

test("an invalid pattern says why and finds nothing", () => {
  const { error, test: finds } = matcher("/seed=(/");
  expect(error).toContain("Unterminated group");
  expect(finds("seed=(")).toBe(false);
});
