import { describe, expect, it } from "vitest";
import type { Hover } from "../../charts/line/types";
import { series } from "./testing";
import { rowsAround, tooltipRows, type TooltipOrder } from "./tooltip";

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
  tooltipRows(all, lookOf, "step", hover, order).map(({ run }) => run);

describe("tooltipRows", () => {
  it("tells all about each point at the cursor", () => {
    expect(tooltipRows(all, lookOf, "step", hover, "nearest")[0]).toMatchObject({
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
});

it("puts runs that have ended before the cursor last, in whatever order", () => {
  const ended = { ...hover, apart: [false, true, false] };
  const rows = tooltipRows(all, lookOf, "step", ended, "name");
  expect(rows.map(({ run, isApart }) => [run, isApart])).toEqual([
    ["a", false],
    ["c", false],
    ["b", true],
  ]);
});

describe("rowsAround", () => {
  const rows = tooltipRows(
    Array.from({ length: 30 }, (_, i) => series(String(i), [i])),
    (run) => ({ name: run, color: "" }),
    "step",
    { ...hover, indexes: Array<number>(30).fill(0), distances: [], nearest: 20 },
    "ascending",
  );

  it("keeps the nearest row in the middle", () => {
    expect(rowsAround(rows, 4).map(({ run }) => run)).toEqual(["18", "19", "20", "21"]);
  });

  it("keeps all where there is room", () => {
    expect(rowsAround(rows, 30)).toHaveLength(30);
  });
});
