import { describe, expect, it } from "vitest";
import type { Landscape } from "../../../api/landscapes";
import { landscapeOf, summaryOf } from "../testing";
import { measuresOf } from "./measures";
import { errorOf, flattestOf, measuredOf, type ComparedRow } from "./rows";

const sharpness = {
  radius: 0.05,
  mean: 0.001,
  mean_error: 0.0001,
  worst: 0.02,
  adaptive_radius: 0.5,
  adaptive_scale: "element",
  adaptive_mean: 0.003,
  adaptive_mean_error: 0.0002,
  adaptive_worst: 0.4,
  directions: 32,
};

function rowOf(key: string, landscape: Landscape): ComparedRow {
  const compared = { key, summary: summaryOf(), landscape, name: key, color: "#000000" };
  return { compared, repeats: [] };
}

describe("the rise around the model", () => {
  it("has columns where a record has it, and none in old ones", () => {
    const keys = (...all: Landscape[]) => measuresOf(all).map(({ key }) => key);
    expect(keys(landscapeOf())).toEqual(["center/loss"]);
    expect(keys(landscapeOf(), landscapeOf({ sharpness }))).toEqual([
      ...["center/loss", "meanRise", "worstRise", "adaptiveMean", "adaptiveWorst"],
    ]);
  });

  it("has its standard error", () => {
    const row = rowOf("a", landscapeOf({ sharpness }));
    const [mean] = measuresOf([landscapeOf({ sharpness })]).filter(({ key }) => key === "meanRise");
    expect(mean && [measuredOf(mean, row)?.value, errorOf(mean, row)]).toEqual([0.001, 0.0001]);
  });

  it("is compared at one distance only, that of most", () => {
    const near = landscapeOf({ sharpness });
    const flatter = landscapeOf({ sharpness: { ...sharpness, mean: 0.0005 } });
    const far = landscapeOf({ sharpness: { ...sharpness, radius: 0.01, mean: 0.0001 } });
    const measures = measuresOf([near, flatter, far]);
    const valuesOf = (column: string) =>
      [near, flatter, far].map((each) => measures.find(({ key }) => key === column)?.value(each));
    expect(valuesOf("meanRise")).toEqual([0.001, 0.0005, undefined]);
    // In the scale of the weights it is the same.
    expect(valuesOf("adaptiveMean")).toEqual([0.003, 0.003, 0.003]);
    const rows = [rowOf("near", near), rowOf("flatter", flatter), rowOf("far", far)];
    expect([...(flattestOf(measures, rows).get("meanRise") ?? [])]).toEqual(["flatter"]);
  });
});
