import { describe, expect, it } from "vitest";
import { bestFirst, numbersOfRuns, ofFirstRows } from "./runs";
import { column } from "./testing";
import type { Table } from "./types";

const table = (runs: readonly string[]): Table => ({
  rows: runs.length,
  runs,
  numbers: new Int32Array(runs.length),
  trials: new Int32Array(runs.length),
  walltime: new Float64Array(runs.length),
  columns: [],
  declared: [],
});

describe("numbersOfRuns", () => {
  it("is the best of a run's trials; one that is not finite is shown as that", () => {
    const runs = ["a", "a", "b", "c", "d", "d"];
    const loss = column("loss", [3, 2, Infinity, undefined, NaN, 7]);
    expect([...numbersOfRuns(table(runs), loss, "min")]).toEqual([
      ["a", 2],
      ["b", NaN],
      ["d", 7],
    ]);
    expect(numbersOfRuns(table(runs), loss, "max").get("a")).toBe(3);
  });

  it("is that of the last trial where nobody says what is better", () => {
    const value = column("value", [2, 3, 1, undefined]);
    expect([...numbersOfRuns(table(["a", "a", "a", "a"]), value, null)]).toEqual([["a", 1]]);
  });
});

describe("bestFirst", () => {
  const all = (): boolean => true;

  it("puts those without a finite number last, in their order", () => {
    const numbers = new Map([
      ["a", 2],
      ["b", NaN],
      ["c", 1],
    ]);
    expect(bestFirst(["x", "a", "b", "c"], numbers, "min", all)).toEqual(["c", "a", "x", "b"]);
    expect(bestFirst(["x", "a", "b", "c"], numbers, "max", all)).toEqual(["a", "c", "x", "b"]);
  });

  it("puts those that are no candidates behind all others with a number", () => {
    const numbers = new Map(["a", "b", "c", "d"].map((id, i) => [id, i]));
    const is = (id: string): boolean => id !== "a" && id !== "b" && id !== "x";
    expect(bestFirst(["x", "y", "a", "b", "c", "d"], numbers, "min", is)).toEqual([
      "c",
      "d",
      "a",
      "b",
      "x",
      "y",
    ]);
  });
});

describe("ofFirstRows", () => {
  it("has for each run what stands in its first row", () => {
    expect([...ofFirstRows(table(["a", "a", "b"]), ["red", "blue", "green"])]).toEqual([
      ["a", "red"],
      ["b", "green"],
    ]);
  });
});
