import { describe, expect, it } from "vitest";
import type { Hover } from "../../charts/line/types";
import { series } from "./testing";
import { tooltipRows, tooltipTable, type TooltipOrder } from "./tooltip";

const all = [
  series("a", [0, 5], { origin: 0 }),
  series("b", [0, 7]),
  series("c", [0, NaN]),
  series("d", [0, 1]),
];
const names: Record<string, string> = { a: "run 10", b: "run 9", c: "x", d: "y" };
const lookOf = (run: string): { name: string; color: string } => ({
  name: names[run] ?? "",
  color: "#000000",
});
const hover: Hover = {
  x: 1,
  client: { x: 0, y: 0 },
  indexes: [1, 1, 1, -1],
  distances: [9, 2, Infinity, Infinity],
  apart: [],
  nearest: 1,
};
const runs = (order: TooltipOrder): string[] =>
  tooltipRows(all, lookOf, { order }, hover).map(({ run }) => run);

describe("tooltipRows", () => {
  it("shows all about each point at the cursor", () => {
    expect(tooltipRows(all, lookOf, { order: "nearest" }, hover)[0]).toMatchObject({
      name: "run 9",
      value: 7,
      smoothed: null,
      step: 1,
      relative: 1,
      walltime: 1,
      isNearest: true,
    });
  });

  it("leaves out series without a point there", () => {
    expect(runs("name")).not.toContain("d");
  });

  it("are sorted as wished", () => {
    expect(runs("nearest")).toEqual(["b", "a", "c"]);
    expect(runs("name")).toEqual(["b", "a", "c"]);
    expect(runs("descending")).toEqual(["b", "a", "c"]);
    expect(runs("ascending")).toEqual(["a", "b", "c"]);
  });

  it("have the best first, or else the largest", () => {
    const best = (goal: "min" | "max" | null) =>
      tooltipRows(all, lookOf, { order: "best", goal }, hover).map(({ run }) => run);
    expect(best("min")).toEqual(["a", "b", "c"]);
    expect(best("max")).toEqual(["b", "a", "c"]);
    expect(best(null)).toEqual(["b", "a", "c"]);
  });
});

it("puts runs that have ended before the cursor last, in whatever order", () => {
  const ended = { ...hover, apart: [false, true, false] };
  const rows = tooltipRows(all, lookOf, { order: "name" }, ended);
  expect(rows.map(({ run, isApart }) => [run, isApart])).toEqual([
    ["a", false],
    ["c", false],
    ["b", true],
  ]);
});

describe("tooltipTable", () => {
  const at = (values: readonly number[], nearest: number) =>
    tooltipRows(
      values.map((value, i) => series(String(i), [value])),
      (run) => ({ name: run, color: "" }),
      { order: "descending" },
      { ...hover, indexes: values.map(() => 0), distances: [], nearest },
    );
  const shown = (values: readonly number[], nearest: number, goal: "min" | "max" | null) =>
    tooltipTable(at(values, nearest), 4, goal).cut.rows.map(({ row }) => row.value);

  it("keeps the best wherever it stands, and says what it leaves out above and below", () => {
    const values = [9, 8, 7, 6, 5, 4, 3, 2, 1];
    expect(shown(values, 5, "max")).toEqual([9, 5, 4, 3]);
    expect(shown(values, 5, "min")).toEqual([5, 4, 3, 1]);
    expect(shown(values, 5, null)).toEqual([6, 5, 4, 3]);
    const { cut, lost } = tooltipTable(at(values, 5), 4, null);
    expect([cut.rows[0]?.skipped, cut.below, lost]).toEqual([3, 2, []]);
  });

  it("shows runs without a height in one line where there is no room for all", () => {
    const { cut, lost } = tooltipTable(at([3, NaN, 2, NaN, 1, Infinity], 0), 4, "min");
    expect(cut.rows.map(({ row }) => row.value)).toEqual([3, 2, 1]);
    expect(lost).toEqual([
      [NaN, 2],
      [Infinity, 1],
    ]);
    expect(tooltipTable(at([3, NaN], 0), 4, "min").lost).toEqual([]);
  });
});

describe("a series with values without a height", () => {
  // Steps 0 to 4 have a height; from 5 on all are NaN. Thinned, so that these have no place among the points.
  const ended = series("a", [5, 4, 3, 2, 1], {
    nonfinite: {
      step: Float64Array.of(5, 20, 40),
      walltime: Float64Array.of(5, 20, 40),
      what: Uint8Array.of(0, 1, 0),
      count: Int32Array.of(15, 20, 10),
    },
  });
  const at = (x: number): (readonly [number, number, boolean])[] =>
    tooltipRows([ended], lookOf, { order: "descending" }, { ...hover, x, indexes: [4] }).map(
      ({ value, step, isApart }) => [value, step, isApart] as const,
    );

  it("shows them at the cursor", () => {
    expect(at(4)).toEqual([[1, 4, false]]);
    expect(at(6)).toEqual([[NaN, 5, false]]);
    expect(at(21)).toEqual([[Infinity, 20, false]]);
  });

  it("has ended where there are no more of them", () => {
    expect(at(90)).toEqual([[NaN, 40, true]]);
  });
});

it("shows smoothed values only of series that are drawn smoothed", () => {
  const long = series("a", [0, 5], { smoothed: Float64Array.of(0, 3), count: 100 });
  const short = series("b", [0, 7], { smoothed: Float64Array.of(0, 4), count: 99 });
  const look = { order: "name", smoothing: 0.6, fewest: 100 } as const;
  const rows = tooltipRows([long, short], lookOf, look, { ...hover, indexes: [1, 1] });
  expect(rows.map(({ run, smoothed }) => [run, smoothed])).toEqual([
    ["b", null],
    ["a", 3],
  ]);
});
