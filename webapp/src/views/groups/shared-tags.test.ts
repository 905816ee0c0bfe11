import { expect, test } from "vitest";
import { sharedTags } from "./shared-tags";

test("tags are those of which each group has a run", () => {
  const tags = [
    { tag: "acc", runs: ["a", "c"] },
    { tag: "loss", runs: ["a", "b", "d"] },
    { tag: "value", runs: ["trial"] },
  ];
  expect(sharedTags(tags, [["a", "b"], ["d"]])).toEqual(["loss"]);
  expect(sharedTags(tags, [["a"], ["c"]])).toEqual(["acc"]);
  expect(sharedTags(tags, [["b"], []])).toEqual([]);
});
