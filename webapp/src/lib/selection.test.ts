import { expect, test } from "vitest";
import { ALL, change, format, includes, invert, NONE, only, parse } from "./selection";

test("a run that appears later belongs to all, and not to a choice", () => {
  expect(includes(ALL, "new")).toBe(true);
  expect(includes(change(ALL, ["a"], false), "new")).toBe(true);
  expect(includes(only(["a"]), "new")).toBe(false);
  expect(includes(NONE, "new")).toBe(false);
});

test("selecting and deselecting undo each other in both modes", () => {
  for (const start of [ALL, NONE]) {
    const there = change(start, ["a", "b"], false);
    expect([includes(there, "a"), includes(there, "b")]).toEqual([false, false]);
    const back = change(there, ["a"], true);
    expect([includes(back, "a"), includes(back, "b")]).toEqual([true, false]);
  }
});

test("inverting turns every run, seen or not", () => {
  const inverted = invert(only(["a"]));
  expect([includes(inverted, "a"), includes(inverted, "b")]).toEqual([false, true]);
  expect(format(invert(inverted))).toBe("a");
});

test("the text of a selection comes back", () => {
  for (const selection of [ALL, NONE, only(["a", "b"]), change(ALL, ["a", "b"], false)]) {
    expect(parse(format(selection))).toEqual(selection);
  }
});
