import { describe, expect, it } from "vitest";
import type { ScalarSeries } from "../../api/scalars";
import { series as seriesOf } from "../../cards/scalars/testing";
import { parseExpression } from "../../lib/expressions/parse";
import { stepsWithin } from "../../cards/scalars/along";
import { expressionCurve, operandsByRun, tagCurve } from "./curves";

const step = { axis: "step" } as const;

function series(tag: string, steps: readonly number[], values: readonly number[]): ScalarSeries {
  return seriesOf("a", values, {
    tag,
    step: Float64Array.from(steps),
    walltime: Float64Array.from(steps, (each) => 100 + each * 10),
    origin: 100,
  });
}

const given = (...all: readonly ScalarSeries[]) => new Map(all.map((each) => [each.tag, each]));

describe("tagCurve", () => {
  it("has the values of the server, smoothed by it", () => {
    const smoothed = Float64Array.of(1, 1.5);
    const curve = tagCurve({ ...series("loss", [0, 5], [1, 2]), smoothed }, 0.5, step);
    expect([...curve.x]).toEqual([0, 5]);
    expect([...curve.value]).toEqual([1, 2]);
    expect(curve.smoothed).toBe(smoothed);
    expect(curve.isThinned).toBe(false);
  });

  it("shows no smoothing that is no longer wanted", () => {
    const smoothed = Float64Array.of(1, 1.5);
    expect(tagCurve({ ...series("loss", [0, 5], [1, 2]), smoothed }, 0, step).smoothed).toBe(null);
  });

  it("goes along seconds", () => {
    const loss = series("loss", [0, 5], [1, 2]);
    expect([...tagCurve(loss, 0, { axis: "relative" }).x]).toEqual([0, 50]);
    expect([...tagCurve(loss, 0, { axis: "wall" }).x]).toEqual([100, 150]);
  });

  it("goes along another scalar, whose last value counts, without the points before its first", () => {
    const along = series("epoch", [2, 4], [1, 2]);
    const curve = tagCurve(series("loss", [1, 2, 3, 4, 5], [10, 20, 30, 40, 50]), 0, { along });
    expect([...curve.x]).toEqual([1, 1, 2, 2]);
    expect([...curve.value]).toEqual([20, 30, 40, 50]);
    expect(curve.isReordered).toBe(false);
  });

  it("is put in the order of a scalar that falls, and says so", () => {
    const along = series("lr", [0, 1, 2], [3, 1, 2]);
    const curve = tagCurve(series("loss", [0, 1, 2], [30, 10, 20]), 0, { along });
    expect([...curve.x]).toEqual([1, 2, 3]);
    expect([...curve.value]).toEqual([10, 20, 30]);
    expect([...curve.step]).toEqual([1, 2, 0]);
    expect(curve.isReordered).toBe(true);
  });

  it("has its marks along the same axis", () => {
    const nonfinite = {
      step: Float64Array.of(1, 4),
      walltime: Float64Array.of(110, 140),
      what: Uint8Array.of(0, 1),
      count: Int32Array.of(2, 1),
    };
    const along = series("epoch", [2], [7]);
    const curve = tagCurve({ ...series("loss", [2], [1]), nonfinite }, 0, { along });
    expect([...curve.nonFinite.x]).toEqual([7]);
    expect([...curve.nonFinite.what]).toEqual([1]);
  });
});

describe("expressionCurve", () => {
  const difference = parseExpression("train - test");

  it("is worked out on the steps of all, with the walltimes of the first", () => {
    const all = given(series("train", [0, 1, 2], [5, 6, 7]), series("test", [0, 2], [1, 3]));
    const curve = expressionCurve(difference, all, 0, { axis: "relative" });
    expect([...(curve?.x ?? [])]).toEqual([0, 10, 20]);
    expect([...(curve?.value ?? [])]).toEqual([4, 4, 4]);
    expect(curve?.isInterpolated).toBe(true);
  });

  it("is smoothed after it is worked out", () => {
    const all = given(series("train", [0, 1, 2], [2, 4, 8]), series("test", [0, 1, 2], [1, 2, 4]));
    const curve = expressionCurve(difference, all, 0.5, step);
    expect(curve?.smoothed?.[1]).toBeCloseTo(5 / 3, 14);
    expect(curve?.smoothed?.[2]).toBeCloseTo(3, 14);
  });

  it("is none without one of its series", () => {
    expect(expressionCurve(difference, given(series("train", [0], [1])), 0, step)).toBe(null);
  });

  it("marks the values that have no height", () => {
    const all = given(series("a", [0, 1, 2], [-1, 0, 1]));
    const curve = expressionCurve(parseExpression("log(a)"), all, 0, step);
    expect([...(curve?.nonFinite.x ?? [])]).toEqual([0, 1]);
    expect([...(curve?.nonFinite.what ?? [])]).toEqual([0, 2]);
  });

  it("is thinned if one of its series is", () => {
    const train = { ...series("train", [0, 1], [1, 1]), exact: false };
    const curve = expressionCurve(
      difference,
      given(train, series("test", [0, 1], [1, 1])),
      0,
      step,
    );
    expect(curve?.isThinned).toBe(true);
  });
});

describe("operandsByRun", () => {
  it("finds the series of a run by tag", () => {
    const [a, b] = [seriesOf("a", [1], { tag: "x" }), seriesOf("b", [2], { tag: "x" })];
    expect(operandsByRun([a, b]).get("b")?.get("x")).toBe(b);
  });
});

describe("stepsWithin", () => {
  it("reaches from the point before the range to the one behind it", () => {
    const epochs = series("epoch", [0, 10, 20, 30], [1, 2, 3, 4]);
    expect(stepsWithin([epochs], [1.5, 2.5])).toEqual([0, 20]);
    expect(stepsWithin([epochs], [3.5, 9])).toEqual([20, Infinity]);
    expect(stepsWithin([epochs], [8, 9])).toBe(null);
  });
});
