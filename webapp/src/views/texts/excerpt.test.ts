import { expect, test } from "vitest";
import { parts } from "./excerpt";

test("an excerpt is cut where the words are, whatever stands before them", () => {
  expect(parts("the rate was halved", 4, "RATE")).toEqual(["the ", "rate", " was halved"]);
  expect(parts("😀😀 学习率 down", 3, "学习率")).toEqual(["😀😀 ", "学习率", " down"]);
  expect(parts("rate", 0, "rate")).toEqual(["", "rate", ""]);
});
