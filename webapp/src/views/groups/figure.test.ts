import { expect, it } from "vitest";
import type { GroupCurves } from "../../api/groups";
import { dropOut, figureOf, shownCsv, tooltipRows } from "./figure";
import type { Group } from "./grouping";

const group = (key: string): Group => ({
  key,
  label: key,
  short: key,
  color: `#${key}`,
  runs: [],
  rows: [],
});
const of = (...values: number[]): Float64Array => Float64Array.from(values);

const curve: GroupCurves = {
  runs: 2,
  without_tag: 0,
  x: of(0, 1),
  middle: of(2, 3),
  low: of(1, NaN),
  high: of(3, NaN),
  count: Int32Array.of(2, 1),
  interpolated: false,
  exact: true,
  singles: [{ run: "r", x: of(0), y: of(9) }],
};

it("a group is a line with an area, its runs are quiet lines", () => {
  const look = { axis: "tag", logX: false, logY: true } as const;
  const figure = figureOf([group("a"), group("b")], [curve, curve], look);
  expect(figure.lines.map(({ key, y }) => [key, [...y]])).toEqual([
    ["a", [2, 3]],
    ["b", [2, 3]],
  ]);
  expect(figure.areas?.[1]?.color).toBe("#b");
  expect(figure.quiet?.map(({ color, y }) => [color, [...y]])).toEqual([
    ["#a", [9]],
    ["#b", [9]],
  ]);
  expect([figure.kind, figure.logX, figure.logY]).toEqual(["number", false, true]);
});

it("the table at the cursor leaves out groups without a point there", () => {
  const hover = {
    x: 0,
    client: { x: 0, y: 0 },
    indexes: [1, -1],
    distances: [0, 0],
    apart: [false, false],
    nearest: 0,
  };
  const rows = tooltipRows([group("a"), group("b")], [curve, curve], hover);
  expect(rows).toEqual([
    {
      key: "a",
      label: "a",
      color: "#a",
      x: 1,
      middle: 3,
      low: NaN,
      high: NaN,
      count: 1,
      isNearest: true,
      isApart: false,
    },
  ]);
});

it("what is shown is a table, without what is not there", () => {
  expect(shownCsv([group('a,"b"')], [curve])).toBe(
    'group,x,middle,low,high,runs\r\n"a,""b""",0,2,1,3,2\r\n"a,""b""",1,3,,,1\r\n',
  );
});

it("tells where the first run drops out", () => {
  const counted = (...count: number[]): GroupCurves => ({
    ...curve,
    x: Float64Array.from(count.keys()),
    count: Int32Array.from(count),
  });
  expect(dropOut([counted(1, 2, 2), counted(2, 2)])).toBeNull();
  expect(dropOut([counted(2, 2, 2, 1), counted(1, 3, 2)])).toBe(1);
});
