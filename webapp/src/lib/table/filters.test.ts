import { describe, expect, it } from "vitest";
import { filtersCodec, passing } from "./filters";
import { column } from "./testing";
import type { Column, Filter } from "./types";

function rowsOf(columns: readonly Column[], filters: Readonly<Record<string, Filter>>): number[] {
  const rows = columns[0]?.codes.length ?? 0;
  const find = (key: string): Column | undefined => columns.find((each) => each.key === key);
  const inside = passing(rows, new Map(Object.entries(filters)), find);
  return [...inside.keys()].filter((row) => inside[row] === 1);
}

const lr = column("lr", [0.1, 0.01, NaN, undefined, "auto", 0.001]);
const opt = column("opt", ["sgd", "adam", null, undefined, true, "adam"]);

describe("a range", () => {
  it("holds its ends, and no NaN, word or missing cell", () => {
    expect(rowsOf([lr], { "h:lr": { kind: "range", from: 0.001, to: 0.01 } })).toEqual([1, 5]);
  });

  it("may be open", () => {
    const filter: Filter = { kind: "range", from: -Infinity, to: Infinity };
    expect(rowsOf([lr], { "h:lr": filter })).toEqual([0, 1, 5]);
  });
});

describe("a set", () => {
  it("holds numbers, words, null and NaN", () => {
    const values = ["auto", NaN, 0.1];
    expect(rowsOf([lr], { "h:lr": { kind: "set", values, missing: false } })).toEqual([0, 2, 4]);
    const nothing: Filter = { kind: "set", values: [null, true], missing: false };
    expect(rowsOf([opt], { "h:opt": nothing })).toEqual([2, 4]);
  });

  it("holds missing cells where it says so", () => {
    expect(rowsOf([opt], { "h:opt": { kind: "set", values: ["sgd"], missing: true } })).toEqual([
      0, 3,
    ]);
  });
});

it("all filters have to be passed; one of a column that is not there is", () => {
  const filters: Record<string, Filter> = {
    "h:lr": { kind: "range", from: 0, to: 0.05 },
    "h:opt": { kind: "set", values: ["adam"], missing: false },
    "h:gone": { kind: "range", from: 1, to: 2 },
  };
  expect(rowsOf([lr, opt], filters)).toEqual([1, 5]);
});

it("filters survive a link", () => {
  const filters = new Map<string, Filter>([
    ["h:lr", { kind: "range", from: -Infinity, to: 0.1 }],
    ["m:last:a,b", { kind: "set", values: [1, "x", true, null, NaN, -Infinity], missing: true }],
  ]);
  expect(filtersCodec.parse(filtersCodec.format(filters))).toEqual(filters);
  expect(filtersCodec.parse("")).toEqual(new Map());
});

it.each(["{", "7", '{"h:lr":["range","x",1]}', '{"h:lr":["set",[["1"]],false]}'])(
  "%s sets no filter",
  (text) => {
    expect(filtersCodec.parse(text)?.size ?? 0).toBe(0);
  },
);
