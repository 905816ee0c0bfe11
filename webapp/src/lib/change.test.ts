import { describe, expect, it } from "vitest";
import { changeOf, changeWithShare, shareText, signedNumber } from "./change";

describe("a change", () => {
  it.each([
    [0.25, 0.21, "−0.04 (−16 %)"],
    [0.2, 0.25, "+0.05 (+25 %)"],
    [-2, -1, "+1 (+50 %)"],
    [-2, -3, "−1 (−50 %)"],
    [5, 5, "0"],
    [0, 0.3, "+0.3"],
    [0, 0, "0"],
    [0.001, 5, "+4.999"],
    [1e-9, 3e-9, "+2e-9 (+200 %)"],
    [2e6, 1e6, "−1M (−50 %)"],
  ])("from %d to %d is %s", (from, to, text) => {
    const change = changeOf(from, to);
    expect(change && changeWithShare(change)).toBe(text);
  });

  it.each([
    [NaN, 1],
    [1, NaN],
    [Infinity, 1],
    [1, -Infinity],
    [Infinity, Infinity],
    [-1.7e308, 1.7e308],
  ])("from %d to %d is none", (from, to) => {
    expect(changeOf(from, to)).toBeNull();
  });

  it("has no share of a zero, nor of what is next to it", () => {
    expect(changeOf(0, 1)).toEqual({ by: 1, share: null });
    expect(changeOf(5e-324, 1)).toEqual({ by: 1, share: null });
    expect(shareText({ by: 1, share: 10 })).toBe("");
  });
});

it("signs numbers, also those that are not finite", () => {
  const numbers = [0.5, -0.5, 0, -0, Infinity, -Infinity, NaN];
  expect(numbers.map((each) => signedNumber(each))).toEqual([
    ...["+0.5", "−0.5", "0", "0", "+∞", "−∞", "NaN"],
  ]);
});
