import { describe, expect, it } from "vitest";
import { histograms } from "./histograms";
import { f8, i8 } from "./testing";

const series = {
  run: "r",
  tag: "w",
  version: 1,
  count: 5,
  in_range: 4,
  origin: 1.5,
  damaged: 0,
  step: i8(3, 4),
  walltime: f8(1.5, 2.5),
  check: i8(1, 2),
  offset: i8(0, 2, 3),
  counts: i8(1, 2, 3),
  edges: f8(0, 1, 2, 5, 6),
  quantiles: f8(0.5, 5.5),
  ...Object.fromEntries(["values", "nan", "posinf", "neginf"].map((name) => [name, i8(3, 3)])),
  ...Object.fromEntries(["min", "max", "mean", "std"].map((name) => [name, f8(0, 1)])),
};

describe("histograms", () => {
  it("reads columns of steps and buckets", () => {
    const answer = histograms({ shares: f8(0.5), series: [series] }, "histograms");
    expect([...answer.shares]).toEqual([0.5]);
    expect(answer.series[0]).toMatchObject({ run: "r", tag: "w", count: 5, in_range: 4 });
    const [first] = answer.series;
    if (first === undefined || "error" in first) throw new Error("no series");
    expect([[...first.step], [...first.counts], [...first.edges]]).toEqual([
      [3, 4],
      [1, 2, 3],
      [0, 1, 2, 5, 6],
    ]);
  });

  it("keeps what is not there in its place", () => {
    const missing = { run: "r", tag: "x", error: "not_found" };
    const answer = histograms({ shares: f8(), series: [missing] }, "histograms");
    expect(answer.series).toEqual([missing]);
  });

  it("refuses columns that do not fit together", () => {
    const wrong = { ...series, edges: f8(0, 1, 2) };
    const read = (): unknown => histograms({ shares: f8(), series: [wrong] }, "histograms");
    expect(read).toThrow("columns that do not fit together");
  });
});
