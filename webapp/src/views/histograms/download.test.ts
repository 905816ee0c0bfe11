import { describe, expect, it } from "vitest";
import { bucketsCsv, stepsJson } from "./download";
import { answered } from "../../cards/histograms/testing";

describe("bucketsCsv", () => {
  it("has a row for each bucket of each step", () => {
    expect(bucketsCsv([answered], () => 'a "b"').split("\r\n")).toEqual([
      "run,tag,step,walltime,left,right,count",
      '"a ""b""",weights,0,1000,0,1,5',
      '"a ""b""",weights,0,1000,1,2,0',
      '"a ""b""",weights,0,1000,2,3,7',
      '"a ""b""",weights,10,1060,1.5,2.5,1',
      "",
    ]);
  });
});

describe("stepsJson", () => {
  it("has an object for each step, with what JSON has no number for as text", () => {
    const odd = { ...answered, mean: Float64Array.of(NaN, 2) };
    const steps = JSON.parse(stepsJson([odd], () => "a")) as Record<string, unknown>[];
    expect(steps).toHaveLength(2);
    expect(steps[0]).toMatchObject({ counts: [5, 0, 7], edges: [0, 1, 2, 3], mean: "NaN" });
    expect(steps[1]).toMatchObject({ counts: [1], edges: [1.5, 2.5], nan: 3 });
  });
});
