import { expect, it } from "vitest";
import type { GroupCurves } from "../../api/groups";
import { endedEarly, figureOf, shownCsv, tooltipRows, turned } from "./figure";
import type { RunGroup } from "../../lib/grouping";

const group = (key: string): RunGroup => ({
  key,
  label: key,
  short: key,
  words: [key],
  color: `#${key}`,
  runs: [],
  rows: [],
});
const of = (...values: number[]): Float64Array => Float64Array.from(values);

const curve: GroupCurves = {
  runs: 2,
  finite: 2,
  without_tag: 0,
  turned: 0,
  turned_from: null,
  early: 1,
  early_from: 0,
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
  const look = { axis: "tag", logX: false, logY: true, band: "minmax", singles: true } as const;
  const figure = figureOf([group("a"), group("b")], [curve, curve], look);
  expect(figure.lines.map(({ key, y }) => [key, [...y]])).toEqual([
    ["a", [2, 3]],
    ["b", [2, 3]],
  ]);
  expect(figure.areas?.map(({ color }) => color)).toEqual(["#a", "#b"]);
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
      runs: 2,
      turned: 0,
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

it("a band of fewer runs than the group has is weak, and reaches to the rest", () => {
  const ending: GroupCurves = {
    ...curve,
    finite: 3,
    x: of(0, 1, 2, 3),
    middle: of(1, 1, 1, 1),
    low: of(0, 0, 0, 0),
    high: of(2, 2, 2, 2),
    count: Int32Array.of(3, 3, 2, 2),
  };
  const areas = (band: "t" | "minmax", more: Partial<GroupCurves> = {}): unknown =>
    figureOf([group("a")], [{ ...ending, ...more }], {
      axis: "step",
      logX: false,
      logY: false,
      band,
      singles: false,
    }).areas?.map(({ isWeak = false, low, high }) => {
      // Where there is no band, neither end has a say in the height.
      expect([...high].map(Number.isNaN)).toEqual([...low].map(Number.isNaN));
      return [isWeak, [...low]];
    });
  expect(areas("t")).toEqual([
    [false, [0, 0, NaN, NaN]],
    [true, [NaN, 0, 0, 0]],
  ]);
  // Two runs say where they are, but not how sure their mean is.
  const two = { finite: 2, count: Int32Array.of(2, 2, 2, 2) };
  expect(areas("minmax", two)).toEqual([[false, [0, 0, 0, 0]]]);
  expect(areas("t", two)).toEqual([
    [false, [NaN, NaN, NaN, NaN]],
    [true, [0, 0, 0, 0]],
  ]);
});

it("the middle is in two parts where runs have dropped out", () => {
  const look = { axis: "step", logX: false, logY: false, band: "none", singles: true } as const;
  const lineOf = (more: Partial<GroupCurves>): unknown =>
    figureOf([group("a")], [{ ...curve, ...more }], look).lines[0]?.parts;
  const ending = { x: of(0, 1, 2), middle: of(1, 2, 3), count: Int32Array.of(2, 2, 1) };
  expect(lineOf(ending)).toEqual({ sure: of(1, 2, NaN), weak: of(NaN, 2, 3) });
  expect(lineOf({ ...ending, count: Int32Array.of(2, 2, 2) })).toBeUndefined();
});

it("a run of many that drops out marks the place, and not all that is behind it", () => {
  const look = { axis: "step", logX: false, logY: false, band: "t", singles: true } as const;
  const shown = (finite: number, ...counts: number[]): unknown => {
    const even = of(...counts.map(() => 1));
    const count = Int32Array.from(counts);
    const each = { ...curve, finite, x: even, middle: even, low: even, high: even, count };
    const [line] = figureOf([group("a")], [each], look).lines;
    return line?.parts?.sure && [...line.parts.sure].map((value) => (value === 1 ? "-" : "."));
  };
  expect(shown(8, 8, 8, 7, 7, 7)).toEqual(["-", "-", ".", "-", "-"]);
  expect(shown(300, 300, 299, 299)).toBeUndefined();
  expect(shown(8, 8, 4, 4, 4)).toEqual(["-", ".", ".", "."]);
  expect(shown(2, 2, 1, 1)).toEqual(["-", ".", "."]);
  expect(shown(8, 2, 8, 8)).toEqual([".", ".", "-"]);
});

it("distinguishes runs that turned NaN from those that ended", () => {
  const both = [
    { ...curve, turned: 2, turned_from: 7, early: 0, early_from: null },
    { ...curve, turned: 1, turned_from: 3, early: 1, early_from: 9 },
  ];
  expect(turned(both)).toEqual({ count: 3, first: 3 });
  expect(endedEarly(both)).toEqual({ count: 1, first: 9 });
  expect(turned([curve])).toBeNull();
});
