import { expect, test } from "vitest";
import { cutMeasured } from "./measure";

/** Each letter as wide as its place in the alphabet; the mark is 3 wide. */
const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, letter) => sum + (letter === "…" ? 3 : (letter.codePointAt(0) ?? 0) - 96),
    0,
  );

test("what fits stays whole, and what is longer ends in a mark within the room", () => {
  expect(cutMeasured("abc", 6, widthOf)).toBe("abc");
  expect(cutMeasured("abcd", 9, widthOf)).toBe("abc…");
  expect(cutMeasured("abcd", 8, widthOf)).toBe("ab…");
  expect(cutMeasured("zzz", 20, widthOf)).toBe("");
});

test("a letter of two places is never cut in the middle", () => {
  const one = (text: string): number => [...text].length;
  expect(cutMeasured("👍🏽👍👍👍", 3, one)).toBe("👍🏽…");
});
