import { expect, test } from "vitest";
import { straggler, tagOfAll, waitingOf } from "./model";

test("ranks are told by their tags", () => {
  const all = ["profile", "eval/rank0", "profile/rank0", "profile/rank1"];
  expect(tagOfAll("profile/rank1", all)).toBe("profile");
  expect(tagOfAll("profile", all)).toBe("profile");
  expect(tagOfAll("eval/rank0", all)).toBe("eval");
  expect(tagOfAll("train", ["train", "training/rank0"])).toBeNull();
});

test("the rank that waits least is the one the others wait for", () => {
  expect(waitingOf(Float64Array.of(5, 0, 7, 1), 2)).toEqual([12, 1]);
  expect(straggler([12, 1])).toEqual({ rank: 1, ns: 12 });
  expect(straggler([10, 9, 11])).toBeNull();
  expect(straggler([0, 0])).toBeNull();
  expect(straggler([4])).toBeNull();
});
