import { describe, expect, it } from "vitest";
import { cellText, isNumeric, writingOf } from "./cells";
import { column } from "./testing";
import type { Value } from "./types";

function texts(...cells: readonly (Value | undefined)[]): string[] {
  const made = column("x", cells);
  const write = writingOf(made);
  return cells.map((_, row) => cellText(made, row, write));
}

describe("the cells of a column", () => {
  it("have the same decimals where they lie close together", () => {
    expect(texts(0.5, 0.123456, 0.98765)).toEqual(["0.5000", "0.1235", "0.9877"]);
    expect(texts(12.5, 3, 99.12512)).toEqual(["12.50", "3.00", "99.13"]);
  });

  it("mention a few that are much smaller than the others", () => {
    const many = Array.from({ length: 20 }, (_, i) => 0.51234 + i / 100);
    expect(texts(...many, 0.00012345, 0).slice(-3)).toEqual(["0.7023", "1.2e-4", "0.0000"]);
  });

  it("have digits of their own where they span orders of magnitude", () => {
    expect(texts(0.1, 1e-4, 3.14159e-5)).toEqual(["0.1", "1e-4", "3.142e-5"]);
  });

  it("are as they were written where somebody chose them", () => {
    expect(texts(0, 0.0001, 0.01)).toEqual(["0", "0.0001", "0.01"]);
  });

  it("stay whole", () => {
    expect(texts(16, 128, 0)).toEqual(["16", "128", "0"]);
  });

  it("name what is no number, and leave empty what is missing", () => {
    expect(texts(0.5123456, NaN, -Infinity, undefined)).toEqual(["0.5123", "NaN", "-∞", ""]);
    expect(texts("adam", true, null, 1)).toEqual(["adam", "true", "null", "1"]);
  });
});

it("a column with a word stands at the left", () => {
  expect(isNumeric(column("x", [1, undefined]))).toBe(true);
  expect(isNumeric(column("x", [1, "a"]))).toBe(false);
});
