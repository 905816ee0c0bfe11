import { expect, test } from "vitest";
import { groupTags } from "./groups";

test("tags group by their first part, in order", () => {
  expect(groupTags(["lr", "test/loss", "train/a/b", "test/acc", "epoch"])).toEqual([
    { name: "", items: ["lr", "epoch"] },
    { name: "test", items: ["test/loss", "test/acc"] },
    { name: "train", items: ["train/a/b"] },
  ]);
});

test("a tag that begins with a slash has no group", () => {
  expect(groupTags(["/loss"])).toEqual([{ name: "", items: ["/loss"] }]);
});
