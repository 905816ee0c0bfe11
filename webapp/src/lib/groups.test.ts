import { expect, test } from "vitest";
import { groupTags, trainingFirst } from "./groups";

test("tags group by their first part, in order, those without a group last", () => {
  expect(groupTags(["lr", "test/loss", "train/a/b", "test/acc", "epoch"])).toEqual([
    { name: "test", items: ["test/loss", "test/acc"] },
    { name: "train", items: ["train/a/b"] },
    { name: "", items: ["lr", "epoch"] },
  ]);
});

test("metrics of the machine come behind those of the training", () => {
  expect(groupTags(["system/cpu", "train/loss", "epoch"]).map(({ name }) => name)).toEqual([
    ...["train", "", "system"],
  ]);
  expect(trainingFirst(["system/cpu", "system", "train/loss"])).toEqual([
    ...["system", "train/loss", "system/cpu"],
  ]);
});

test("a tag that begins with a slash has no group", () => {
  expect(groupTags(["/loss"])).toEqual([{ name: "", items: ["/loss"] }]);
});
