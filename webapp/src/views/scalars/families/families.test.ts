import { describe, expect, it } from "vitest";
import type { KindTag } from "../../../cards/page/cards";
import { series } from "../../../cards/scalars/testing";
import { paintedCells, spansMagnitudes } from "../../../cards/layers/painted";
import { cellsOf, decidingValues } from "./cells";
import { gathered, titleOf } from "./gather";
import { shownRuns } from "./tiles";

const column = (...values: number[]): Float64Array => Float64Array.from(values);

describe("cellsOf", () => {
  const layer = (steps: number[], values: number[], nan: number[] = []) =>
    series("r", values, {
      step: column(...steps),
      nonfinite: {
        step: column(...nan),
        walltime: column(...nan),
        what: new Uint8Array(nan.length),
        count: new Int32Array(nan.length).fill(1),
      },
    });

  it("has a column for each step, and what was not logged stays empty", () => {
    const cells = cellsOf([layer([0, 10, 20], [1, 2, 3]), null, layer([10, 20], [5, 6])], 100);
    expect([...cells.first]).toEqual([0, 10, 20]);
    expect([...cells.value]).toEqual([1, 2, 3, NaN, NaN, NaN, NaN, 5, 6]);
    expect([...cells.step.subarray(3, 7)]).toEqual([NaN, NaN, NaN, NaN]);
  });

  it("keeps a value until the next one, and no longer than the layer was logged", () => {
    const cells = cellsOf([layer([0, 1, 2, 3], [1, 1, 1, 1]), layer([0, 2], [7, 8])], 100);
    expect([...cells.value.subarray(4)]).toEqual([7, 7, 8, NaN]);
    expect([...cells.step.subarray(4)]).toEqual([0, 0, 2, NaN]);
  });

  it("shows of many steps what is farthest from zero, and NaN before all", () => {
    const steps = Array.from({ length: 1000 }, (_, i) => i);
    const values = steps.map((step) => (step === 333 ? -50 : 1));
    const cells = cellsOf([layer(steps, values, [777.5])], 10);
    expect([...cells.value]).toEqual([1, 1, 1, -50, 1, 1, 1, NaN, 1, 1]);
    expect([cells.first[3], cells.last[3], cells.step[3]]).toEqual([300, 399, 333]);
  });

  it("has columns of equal width where runs log at steps of their own", () => {
    const one = layer([0, 3, 7, 90, 100], [1, 2, 3, 4, 5]);
    const cells = cellsOf([one, layer([1, 4, 8, 95, 99], [1, 2, 3, 4, 5])], 5);
    expect(cells.first).toHaveLength(5);
    // Up to 20, then nothing new until 80.
    expect([...cells.value.subarray(0, 5)]).toEqual([3, 3, 3, 3, 5]);
  });

  it("has nothing of nothing", () => {
    expect(cellsOf([null], 10).first).toHaveLength(0);
    expect(cellsOf([], 10).value).toHaveLength(0);
  });
});

describe("colors", () => {
  const cells = (...values: number[]) => ({
    first: column(...values.keys()),
    last: column(...values.keys()),
    value: column(...values),
    step: column(...values.keys()),
  });

  it("are logarithmic where the values span magnitudes and all are above zero", () => {
    expect(spansMagnitudes(column(1, 2, 3))).toBe(false);
    expect(spansMagnitudes(column(0.001, 1, 100))).toBe(true);
    expect(spansMagnitudes(column(0, 1, 100))).toBe(false);
    // A single outlier is no span.
    const one = Array.from({ length: 1000 }, (_, i) => (i === 500 ? 1e6 : 1));
    expect(spansMagnitudes(column(...one))).toBe(false);
    expect(spansMagnitudes(column())).toBe(false);
  });

  it("go as far as what decides, and what is beyond has the color of the end", () => {
    const painted = paintedCells(cells(0, 1, 2, 1000), column(0, 1, 2), false);
    expect([painted.scale.low, painted.scale.high]).toEqual([0, 2]);
    expect([painted.isBelow, painted.isAbove]).toEqual([false, true]);
    expect(painted.colors.subarray(12)).toEqual(painted.colors.subarray(8, 12));
  });

  it("have one of their own for what is not finite, and for what a logarithm does not have", () => {
    const painted = paintedCells(cells(1, NaN, 0, 10), column(1, 10), true);
    expect([painted.hasOdd, painted.hasNone]).toEqual([true, true]);
    expect([...painted.crossed]).toEqual([0, 1, 0, 0]);
  });

  it("are not decided by a layer that left the others", () => {
    const calm = Array.from({ length: 5 }, (_, i) => series(`r${i}`, [3, 2, 1.5, 1.2, 1.1, 1]));
    const wild = series("wild", [3, 2, 20, 300, 3000, 9000]);
    expect(Math.max(...decidingValues([...calm, wild, null]))).toBe(3);
  });
});

describe("gathered", () => {
  const tags: KindTag[] = ["act/total", ...Array.from({ length: 8 }, (_, i) => `act/l${i}`)].map(
    (tag, i) => ({ kind: "scalar", tag, runs: i === 3 ? ["b"] : ["a"] }),
  );
  const names = (asCurves: string[]) => gathered(tags, new Set(asCurves)).map(({ tag }) => tag);

  it("puts a family behind the others, with the runs of all its tags", () => {
    expect(names([])).toEqual(["act/total", "act/l*"]);
    expect(gathered(tags, new Set())[1]).toMatchObject({ runs: ["a", "b"] });
    expect(gathered(tags, new Set()).map(titleOf)).toEqual(["act/total", "act/l{0…7}"]);
    expect(titleOf({ tag: "act/total" })).toBe("act/total");
  });

  it("has the curves behind their picture where they are wished for", () => {
    const opened = ["act/total", "act/l*", "act/l0", "act/l1"];
    expect(names(["act/l*", "gone/*"]).slice(0, 4)).toEqual(opened);
  });
});

it("shows the leader beside the one that fared worst, and the newest where nobody knows", () => {
  const byValue = ["best", "next", "third", "worst"];
  expect(shownRuns([...byValue].reverse(), byValue, 2)).toEqual(["best", "worst"]);
  expect(shownRuns(byValue, byValue, 3)).toEqual(["best", "next", "worst"]);
  expect(shownRuns(byValue, byValue, 4)).toEqual(byValue);
  expect(shownRuns(byValue, byValue, 1)).toEqual(["best"]);
  expect(shownRuns(["new", "old", "older"], null, 2)).toEqual(["new", "old"]);
  expect(shownRuns([], [], 2)).toEqual([]);
});
