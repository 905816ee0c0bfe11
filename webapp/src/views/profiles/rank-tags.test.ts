import { expect, test } from "vitest";
import { tagOfAll } from "./rank-tags";

test("ranks are known by their tags", () => {
  const all = ["profile", "eval/rank0", "profile/rank0", "profile/rank1"];
  expect(tagOfAll("profile/rank1", all)).toBe("profile");
  expect(tagOfAll("profile", all)).toBe("profile");
  expect(tagOfAll("eval/rank0", all)).toBe("eval");
  expect(tagOfAll("train", ["train", "training/rank0"])).toBeNull();
});
