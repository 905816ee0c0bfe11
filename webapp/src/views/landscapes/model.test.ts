import { describe, expect, it } from "vitest";
import { modesOf, surfacesOf, wholeMetrics } from "./model";
import { summaryOf } from "./testing";

describe("modesOf", () => {
  it("offers what there is something for", () => {
    expect(modesOf([])).toEqual([]);
    expect(modesOf([summaryOf({})])).toEqual(["process", "comparison"]);
    expect(modesOf([summaryOf({ y: null })])).toEqual(["lines"]);
    expect(modesOf([summaryOf({ y: null, curvature: true })])).toEqual(["lines", "curvature"]);
    const map = summaryOf({ metrics: ["hessian/max", "hessian/ratio"] });
    expect(modesOf([map])).toEqual(["curvature"]);
    expect(modesOf([summaryOf({ metrics: ["loss", "hessian/max"] })])).toEqual([
      "process",
      "comparison",
      "curvature",
    ]);
    // Lines between models are no surface.
    expect(modesOf([summaryOf({ settings: { mode: "barriers" } })])).toEqual(["barriers"]);
  });
});

describe("surfacesOf", () => {
  it("leaves out lines and maps of the curvature", () => {
    const plane = summaryOf({});
    const map = summaryOf({ metrics: ["hessian/min"] });
    expect(surfacesOf([summaryOf({ y: null }), map, plane])).toEqual([plane]);
  });
});

describe("wholeMetrics", () => {
  it("leaves out the losses of classes, and keeps what is of other data", () => {
    expect(
      wholeMetrics(["loss", "loss/cat", "accuracy", "losses", "test/loss", "test/loss/cat"]),
    ).toEqual(["loss", "accuracy", "losses", "test/loss"]);
  });
});
