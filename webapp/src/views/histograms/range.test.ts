import { describe, expect, it } from "vitest";
import { stepEnd } from "./range";

describe("stepEnd", () => {
  it("reads whole numbers, and nothing as an open end", () => {
    expect(stepEnd.parse("")).toBeNull();
    expect(stepEnd.parse(" 37,500 ")).toBe(37500);
    expect(stepEnd.parse("-3")).toBe(-3);
  });

  it("refuses everything else", () => {
    expect(stepEnd.parse("1.5")).toBeUndefined();
    expect(stepEnd.parse("all")).toBeUndefined();
  });

  it("writes what it reads", () => {
    for (const value of [null, 0, -7, 2 ** 50]) {
      expect(stepEnd.parse(stepEnd.format(value))).toBe(value);
    }
  });
});
