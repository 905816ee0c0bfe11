import { describe, expect, it } from "vitest";
import { MISSING, NUMBER } from "../../lib/table/types";
import { makeScale, scaleFor } from "./scale";
import { all, cells } from "./testing";

describe("the scale that suits a column", () => {
  it.each([
    ["log", [1e-4, 1e-2, 0.5]],
    ["log", [1e-4, 1e-3, 1e-2]],
    ["linear", Array.from({ length: 200 }, (_, i) => (i + 1) / 200)],
    ["linear", [1, 10, 99]],
    ["linear", [0, 1e-4, 1e3]],
    ["linear", [0.1, null, NaN]],
    ["category", ["sgd", "adam"]],
    ["category", [1, "auto", "full"]],
    ["category", [undefined]],
  ] as const)("is %s for %j", (want, values) => {
    expect(scaleFor(cells(values), all(values.length))).toBe(want);
  });

  it.each([
    ["log", "lr", [0.1, 0.5, 1]],
    ["log", "optimizer/lr", [0.1, 0.5, 1]],
    ["log", "optim.learning_rate", [0.01, 0.1]],
    ["log", "learningRate", [0.01, 0.1]],
    ["log", "head_lr_init", [0.01, 0.1]],
    ["log", "weight_decay", [0.01, 0.09, 0.1]],
    ["linear", "lr", [0.02, 0.1]],
    ["linear", "weight_decay", [0, 1e-4, 1e-1]],
    ["linear", "flr", [0.1, 0.5, 1]],
    ["linear", "momentum", [0.1, 0.5, 1]],
  ] as const)("is %s for %s of %j", (want, name, values) => {
    expect(scaleFor(cells(values), all(values.length), name)).toBe(want);
  });
});

it.each([
  ["log", [0.02, 0.021, 0.022]],
  ["linear", [0, 1, 2]],
  ["linear", [-1, 1, 2]],
  ["category", ["a", "b"]],
] as const)("is %s for %j that is searched by its magnitude", (want, values) => {
  expect(scaleFor(cells(values), all(values.length), "units", true)).toBe(want);
});

describe("an axis of numbers", () => {
  it("puts a power of ten in the middle of a logarithmic one", () => {
    const scale = makeScale("log", cells([1e-4, 1e-3, 1e-2]), all(3));
    expect([...scale.shares].map((share) => share.toFixed(4))).toEqual([
      "0.0000",
      "0.5000",
      "1.0000",
    ]);
    expect(scale.valueAt(1)).toBe(1e-2);
    expect(scale.valueAt(0.5)).toBeCloseTo(1e-3, 12);
    expect(scale.ticks(3).map(({ label }) => label)).toEqual(["1e-4", "0.001", "0.01"]);
  });

  it("has a lane for each kind of value without a place", () => {
    const values = [1, NaN, Infinity, -Infinity, undefined, "x", 0, -2];
    const scale = makeScale("log", cells(values), all(values.length));
    expect(scale.asides).toEqual([
      { lane: "above", count: 1 },
      { lane: "below", count: 1 },
      { lane: "nonPositive", count: 2 },
      { lane: "nan", count: 1 },
      { lane: "other", count: 1 },
      { lane: "missing", count: 1 },
    ]);
    expect([...scale.lanes]).toEqual([0, 4, 1, 2, 6, 5, 3, 3]);
    expect([...scale.shares]).toEqual([0.5, NaN, NaN, NaN, NaN, NaN, NaN, NaN]);
  });

  it("spreads ranks evenly, and gives equal values the middle of theirs", () => {
    // numpy: (scipy.stats.rankdata([1, 1, 2, 50, 900]) - 1.5) / 3.5
    const scale = makeScale("quantile", cells([1, 1, 2, 50, 900]), all(5));
    const want = [0, 0, 3 / 7, 5 / 7, 1];
    want.forEach((share, i) => expect(scale.shares[i]).toBeCloseTo(share, 6));
    expect(scale.valueAt(3 / 7)).toBeCloseTo(2, 9);
    expect(scale.valueAt(4 / 7)).toBeCloseTo(26, 9);
    expect(scale.shareOf(0)).toBeLessThan(0);
    expect(scale.shareOf(1000)).toBeGreaterThan(1);
  });

  it("keeps finite what is as wide as numbers can be", () => {
    const scale = makeScale("linear", cells([-1.7e308, 0, 1.7e308]), all(3));
    expect([...scale.shares]).toEqual([0, 0.5, 1]);
    expect(scale.valueAt(1)).toBe(1.7e308);
  });

  it("has no ticks between integers if there are only these", () => {
    const labels = (values: readonly number[]): readonly string[] =>
      makeScale("linear", cells(values), all(3))
        .ticks(6)
        .map(({ label }) => label);
    expect(labels([0, 1, 2])).toEqual(["0", "1", "2"]);
    expect(labels([0, 1.5, 2])).toEqual(["0", "0.5", "1.0", "1.5", "2.0"]);
  });

  it("looks at drawn rows only", () => {
    const scale = makeScale("linear", cells([0, 5, 10, 1000]), Int32Array.of(0, 1, 2));
    expect([...scale.shares]).toEqual([0, 0.5, 1, NaN]);
  });

  it("shows a constant in the middle", () => {
    const scale = makeScale("log", cells([3, 3]), all(2));
    expect([...scale.shares]).toEqual([0.5, 0.5]);
    expect(scale.ticks(4)).toEqual([{ share: 0.5, label: "3" }]);
  });
});

describe("an axis of categories", () => {
  it("has numbers before words, each value once", () => {
    const scale = makeScale("category", cells(["b", 10, 9, "a", null, true, 10]), all(7));
    expect(scale.bands).toEqual([9, 10, true, "a", "b", null]);
    expect(scale.shares[1]).toBe(0.25);
    expect(scale.valueAt(0.2)).toBe(1);
    expect(scale.ticks(10).map(({ label }) => label)).toEqual([
      "9",
      "10",
      "true",
      "a",
      "b",
      "null",
    ]);
  });

  it("stands in where no row has a number", () => {
    const column = {
      numbers: Float64Array.of(NaN, NaN),
      codes: Int32Array.of(NUMBER, MISSING),
      values: [],
    };
    const scale = makeScale("log", column, all(2));
    expect(scale.bands).toEqual([NaN]);
    expect(scale.asides).toEqual([{ lane: "missing", count: 1 }]);
  });
});
