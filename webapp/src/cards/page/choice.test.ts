import { expect, it } from "vitest";
import { choiceOf, chosenTags, everyTag, tagChoice } from "./choice";

const tags = ["a", "b", "c,d"];

it("shows tags that come later, unless only a few are wanted", () => {
  expect(chosenTags(everyTag, tags)).toEqual(tags);
  expect(chosenTags({ kind: "except", tags: ["a"] }, [...tags, "new"])).toEqual([
    "b",
    "c,d",
    "new",
  ]);
  expect(chosenTags({ kind: "only", tags: ["a"] }, [...tags, "new"])).toEqual(["a"]);
});

it("is said the shorter way", () => {
  expect(choiceOf(["a", "b"], tags)).toEqual({ kind: "except", tags: ["c,d"] });
  expect(choiceOf(["b"], tags)).toEqual({ kind: "only", tags: ["b"] });
  expect(choiceOf(tags, tags)).toEqual(everyTag);
});

it("survives being written into an address", () => {
  for (const choice of [everyTag, choiceOf(["c,d"], tags), choiceOf([], tags)]) {
    expect(tagChoice.parse(tagChoice.format(choice))).toEqual(choice);
  }
  expect(tagChoice.parse("what")).toBeUndefined();
});
