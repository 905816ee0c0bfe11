import { describe, expect, it } from "vitest";
import {
  type BaselineRows,
  baselineRows,
  referenceOf,
  rowChange,
  wayOf,
  wayOfInterval,
} from "./baseline";

const runs = ["a", "b", "b", "c"];
const rows = [0, 1, 2, 3];
const of = (...ids: string[]) => baselineRows(rows, runs, (id) => ids.includes(id));

describe("the rows of the baseline", () => {
  it("are all trials of its runs, among the rows that are looked at", () => {
    expect(of("b")?.rows).toEqual([1, 2]);
    expect(of("b", "c")?.has(3)).toBe(true);
    expect(of("b")?.has(0)).toBe(false);
    expect(baselineRows([0, 2], runs, (id) => id === "b")?.rows).toEqual([2]);
  });

  it("are none where its runs are gone", () => {
    expect(of("gone")).toBeNull();
    expect(of()).toBeNull();
  });
});

describe("the reference", () => {
  it("is the mean of what is finite, and says of how many", () => {
    expect(referenceOf([1, NaN, 3, null])).toEqual({ mean: 2, n: 2, all: 4 });
    expect(referenceOf([0.1])).toEqual({ mean: 0.1, n: 1, all: 1 });
    expect(referenceOf([1e308, 1.5e308])?.mean).toBeCloseTo(1.25e308, -300);
  });

  it("is none without a finite number", () => {
    expect(referenceOf([])).toBeNull();
    expect(referenceOf([NaN, null, Infinity])).toBeNull();
  });
});

describe("the change of a row", () => {
  const numbers = [0.2, 0.3, 0.5, NaN];
  const numberOf = (row: number): number | null => numbers[row] ?? null;
  const changeIn = (found: BaselineRows | null, of: typeof numberOf, row: number) =>
    found === null ? undefined : rowChange(found, of, row);

  it("is its distance from the mean of the baseline", () => {
    const found = changeIn(of("b"), numberOf, 0);
    expect(found?.change.by).toBeCloseTo(-0.2);
    expect(found?.change.share).toBeCloseTo(-0.5);
    expect(found?.reference).toEqual({ mean: 0.4, n: 2, all: 2 });
  });

  it("is none of rows of the baseline, of rows without a number, and without a reference", () => {
    expect(changeIn(of("b"), numberOf, 1)).toBeNull();
    expect(changeIn(of("b"), numberOf, 3)).toBeNull();
    expect(changeIn(of("b"), () => null, 0)).toBeNull();
    expect(changeIn(of("c"), numberOf, 0)).toBeNull();
  });
});

it("goes a way only where it is known which one is better", () => {
  expect(wayOf(-1, "min")).toBe("better");
  expect(wayOf(1, "min")).toBe("worse");
  expect(wayOf(1, "max")).toBe("better");
  expect(wayOf(0, "max")).toBeNull();
  expect(wayOf(1, null)).toBeNull();
});

it("goes no way where the interval holds zero, or is not there", () => {
  expect(wayOfInterval(0.1, 0.3, "min")).toBe("worse");
  expect(wayOfInterval(-0.3, -0.1, "min")).toBe("better");
  expect(wayOfInterval(-0.1, 0.3, "max")).toBeNull();
  expect(wayOfInterval(0, 0.3, "max")).toBeNull();
  expect(wayOfInterval(null, null, "max")).toBeNull();
  expect(wayOfInterval(0.1, 0.3, null)).toBeNull();
});
