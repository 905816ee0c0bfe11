import { expect, it } from "vitest";
import { stageOf } from "./stage";

it.each([
  ["train/RandomCrop.size", "RandomCrop"],
  ["train/RandomCrop#2.size[0]", "RandomCrop"],
  ["train/RandomCrop", "RandomCrop"],
  ["train/pipeline", ""],
  ["train/data", ""],
  ["train/loader.batch_size", ""],
  ["group/train/Normalize.mean", "Normalize"],
])("the stage of %s is %j", (name, stage) => {
  expect(stageOf(name)).toBe(stage);
});
