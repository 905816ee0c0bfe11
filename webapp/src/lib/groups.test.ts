import { expect, test } from "vitest";
import { groupTags } from "./groups";

test("tags group by their first part, in order, those without a group last", () => {
  expect(groupTags(["lr", "test/loss", "train/a/b", "test/acc", "epoch"])).toEqual([
    { name: "test", items: ["test/loss", "test/acc"] },
    { name: "train", items: ["train/a/b"] },
    { name: "", items: ["lr", "epoch"] },
  ]);
});

test("a tag that begins with a slash has no group", () => {
  expect(groupTags(["/loss"])).toEqual([{ name: "", items: ["/loss"] }]);
});
