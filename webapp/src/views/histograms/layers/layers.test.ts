import { describe, expect, it } from "vitest";
import type { CardSection } from "../../../cards/page/cards";
import type { RecordSeries } from "../../../api/records";
import { oddColor, zeroColor } from "../../../cards/layers/scale";
import { painted, scaleOf } from "./colors";
import { leadHeight, shownRun, tagsOf } from "./lead";
import { gridOf, shareOfNonFinite, statsAt } from "./grid";

/** Ten finite values at each step, and so many NaN. */
function made(
  steps: readonly number[],
  std: readonly number[],
  nan: readonly number[] = [],
): RecordSeries {
  const column = (values: readonly number[]): Float64Array => Float64Array.from(values);
  const same = (value: number): Float64Array => new Float64Array(steps.length).fill(value);
  return {
    run: "r",
    tag: "t",
    version: 0,
    count: steps.length,
    superseded: 0,
    append: false,
    step: column(steps),
    walltime: same(0),
    bytes: same(0),
    check: same(0),
    fields: {
      count: same(10),
      mean: column(std.map((value) => -value)),
      std: column(std),
      nan: column(steps.map((_, i) => nan[i] ?? 0)),
      posinf: same(0),
      neginf: same(0),
    },
    newest: {},
  };
}

describe("gridOf", () => {
  it("has a column for each step that any layer has", () => {
    const grid = gridOf([made([0, 10], [1, 1]), null, made([10, 20], [1, 1])], 100, "std");
    expect([...grid.first]).toEqual([0, 10, 20]);
    expect([...grid.record]).toEqual([0, 1, -1, -1, -1, -1, -1, 0, 1]);
  });

  it("shows of several steps what is farthest from zero, and what is not finite before all", () => {
    const steps = [0, 1, 2, 3, 4, 5];
    const one = made(steps, [1, 5, 2, 2, 3, 2], [0, 0, 0, 0, 0, 1]);
    const grid = gridOf([one], 3, "mean");
    expect([[...grid.first], [...grid.last]]).toEqual([
      [0, 2, 4],
      [1, 3, 5],
    ]);
    expect([...grid.record]).toEqual([1, 3, 5]);
  });

  it("loses no layer that is not a number, however many steps there are", () => {
    const steps = Array.from({ length: 100_000 }, (_, i) => i);
    const nan = steps.map((step) => (step === 54_321 ? 1 : 0));
    const one = made(
      steps,
      steps.map(() => 1),
      nan,
    );
    const grid = gridOf([one], 500, "std");
    expect([...grid.record].filter((index) => index === 54_321)).toHaveLength(1);
    expect(painted([one], grid, "std").crossed.reduce((sum, each) => sum + each, 0)).toBe(1);
  });
});

it("counts what is not finite among all values", () => {
  expect(shareOfNonFinite(statsAt(made([0], [1], [30]), 0))).toBe(0.75);
});

describe("the scale", () => {
  it("of means is symmetric around zero", () => {
    const scale = scaleOf([-1, 0.1, 0.2, 4], "mean");
    expect([scale.low, scale.high]).toEqual([-4, 4]);
    expect([-4, 0, 4].map(scale.placeOf)).toEqual([0, 0.5, 1]);
    expect(scale.placeOf(0.2)).toBeCloseTo(1 - scale.placeOf(-0.2), 12);
  });

  it("of spreads is logarithmic", () => {
    const scale = scaleOf([0, 1e-4, 1e-2, 1], "std");
    expect([scale.low, scale.high]).toEqual([1e-4, 1]);
    expect(scale.placeOf(1e-2)).toBeCloseTo(0.5, 12);
  });

  it("of shares that are not finite is logarithmic up to all", () => {
    const scale = scaleOf([0, 1e-4], "nonfinite");
    expect([scale.low, scale.high, scale.placeOf(1e-2)]).toEqual([1e-4, 1, 0.5]);
  });

  it("has a place for a value that is alone, and for none", () => {
    expect(scaleOf([3], "std").placeOf(3)).toBe(0.5);
    expect(scaleOf([0], "mean").placeOf(0)).toBe(0.5);
    expect(scaleOf([], "std").low).toBeNaN();
  });
});

describe("the height above the cards", () => {
  const section = (tags: number, runs: readonly string[]) => ({
    name: "w",
    cards: Array.from({ length: tags }, (_, i) => {
      return { key: `${i}`, kind: "histogram", tag: `w/${i}`, runs } as const;
    }),
  });

  it("is none for a single layer, and that of a line while it is closed", () => {
    expect(leadHeight(section(1, ["a"]), 900, true, "")).toBe(0);
    expect(leadHeight(section(2, ["a"]), 900, false, "")).toBe(36);
  });

  it("is that of the layers of the run that is shown", () => {
    const card = (tag: string, run: string) => ({
      ...section(1, [run]).cards[0],
      tag,
      runs: [run],
    });
    const cards = [card("a", "r"), card("b", "r"), card("c", "s")] as CardSection["cards"];
    const mixed = { ...section(1, ["r"]), cards };
    expect(tagsOf(mixed, "s")).toEqual(["c"]);
    expect([shownRun(mixed, "s"), shownRun(mixed, "gone")]).toEqual(["s", "r"]);
    expect(leadHeight(mixed, 1000, true, "r")).toBeGreaterThan(leadHeight(mixed, 1000, true, "s"));
  });

  it("has lines for the controls as the width needs", () => {
    const lines = (width: number, runs: readonly string[]): number =>
      (leadHeight(section(3, runs), width, true, "") - 48 - 20) / 36;
    expect([1000, 400].map((width) => lines(width, ["a"]))).toEqual([1, 2]);
    expect([1000, 700, 400].map((width) => lines(width, ["a", "b"]))).toEqual([1, 2, 3]);
  });
});

describe("painted", () => {
  const colorsOf = (colors: Uint8ClampedArray, i: number): number[] => [
    ...colors.subarray(4 * i, 4 * i + 4),
  ];

  it("gives what is not finite and what does not vary colors that the scale has not", () => {
    const one = made([0, 1, 2], [1, 0, 2], [0, 0, 4]);
    const grid = gridOf([one], 9, "std");
    const { colors, crossed, hasOdd, hasZero } = painted([one], grid, "std");
    expect(colorsOf(colors, 1)).toEqual([...zeroColor, 255]);
    expect(colorsOf(colors, 2)).toEqual([...oddColor, 255]);
    expect([...crossed]).toEqual([0, 0, 1]);
    expect([hasOdd, hasZero]).toEqual([true, true]);
  });

  it("leaves empty what was not logged", () => {
    const both = [made([0], [1]), made([1], [1])];
    const { colors } = painted(both, gridOf(both, 9, "std"), "std");
    expect([0, 1, 2, 3].map((i) => colors[4 * i + 3])).toEqual([255, 0, 0, 255]);
  });
});
