import { expect, test } from "vitest";
import { groupTags, smallFirst } from "./groups";

test("tags group by their first part, those without a group behind these", () => {
  expect(groupTags(["lr", "probe/loss", "other/a/b", "probe/acc", "epoch"])).toEqual([
    { name: "probe", items: ["probe/loss", "probe/acc"] },
    { name: "other", items: ["other/a/b"] },
    { name: "", items: ["lr", "epoch"] },
  ]);
});

test("what is trained on comes first, then what is held out, and the machine last", () => {
  const tags = [
    ...["GPU0/busy", "Time/step", "activations/a", "epoch", "eval_gsm8k/acc", "optim/lr"],
    ...["system/cpu", "testOOD/loss", "Train/loss", "validate/x"],
  ];
  expect(groupTags(tags).map(({ name }) => name)).toEqual([
    ...["Train", "eval_gsm8k", "testOOD", "activations", "validate", "", "optim", "Time"],
    ...["GPU0", "system"],
  ]);
});

test("the group of the objective comes before all others", () => {
  const names = (objective: string): readonly string[] =>
    groupTags(["eval/acc", "system/cpu", "train/loss", "epoch"], objective).map(({ name }) => name);
  expect(names("eval/acc")).toEqual(["eval", "train", "", "system"]);
  expect(names("/system//watts")).toEqual(["system", "train", "eval", ""]);
  expect(names("epoch")).toEqual(["", "train", "eval", "system"]);
});

test("a tag that begins with a slash has no group", () => {
  expect(groupTags(["/loss"])).toEqual([{ name: "", items: ["/loss"] }]);
});

test("of groups as one list, large ones come behind all others, but that of the objective", () => {
  const groups = groupTags(["act/0", "act/1", "act/2", "lr", "loss/train", "gpu/busy"]);
  expect(smallFirst(groups, 2, null)).toEqual([
    ...["loss/train", "lr", "gpu/busy"],
    ...["act/0", "act/1", "act/2"],
  ]);
  expect(smallFirst(groups, 2, "act/1")).toEqual(groups.flatMap(({ items }) => items));
});
