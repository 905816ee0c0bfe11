import { expect, it } from "vitest";
import { gathered, groupOf, placesInGroup } from "./groups";

it("puts numbered tags together, and those of one folder", () => {
  expect(["class_0", "class_12", "pr/class 3", "pr/cat", "a/b/cat"].map(groupOf)).toEqual([
    "class_*",
    "class_*",
    "pr/class *",
    "pr/*",
    "a/b/*",
  ]);
});

it("leaves alone what has no group", () => {
  expect(["test", "2024"].map(groupOf)).toEqual(["test", "2024"]);
});

it("has one entry for each group and kind, its tags in the order of their numbers", () => {
  const tag = (name: string, kind: "pr_curve" | "roc_curve", ...runs: string[]) => ({
    tag: name,
    kind,
    runs,
  });
  const tags = [
    tag("c1", "pr_curve", "a"),
    tag("c10", "pr_curve", "b"),
    tag("c2", "pr_curve", "a"),
    tag("c2", "roc_curve", "a"),
  ];
  expect(gathered(tags)).toEqual([
    { kind: "pr_curve", tag: "c*", runs: ["a", "b"], members: ["c1", "c2", "c10"] },
    { kind: "roc_curve", tag: "c2", runs: ["a"], members: ["c2"] },
  ]);
});

it("numbers the tags among all of their group", () => {
  expect([...placesInGroup("c10", ["c1", "c10", "c2", "x"])]).toEqual([
    ["c1", 0],
    ["c2", 1],
    ["c10", 2],
  ]);
});
