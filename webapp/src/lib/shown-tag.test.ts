import { expect, test } from "vitest";
import { shownTag } from "./shown-tag";

test.each([
  ["loss/train", "loss/train"],
  ["/loss", "loss"],
  ["  my loss  ", "my loss"],
  ["a//b/", "a/b"],
  ["a\nb", "a b"],
  ["a / b", "a/b"],
  ["a\u200b\u202eb", "a b"],
  ["准确率/测试", "准确率/测试"],
  ["/", "/"],
  [" ", " "],
])("%j is written as %j", (tag, written) => {
  expect(shownTag(tag)).toBe(written);
});
