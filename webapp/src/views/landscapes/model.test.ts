import { describe, expect, it } from "vitest";
import type { LandscapeSummary } from "../../api/landscapes";
import { modesOf, surfacesOf, wholeMetrics } from "./model";

const axis = { min: -1, max: 1, number: 3 };
const summary = (fields: Partial<LandscapeSummary>): LandscapeSummary =>
  ({
    ...{ x: axis, y: axis, metrics: ["loss"], curvature: false, settings: {} },
    ...fields,
  }) as LandscapeSummary;

describe("modesOf", () => {
  it("offers what there is something for", () => {
    expect(modesOf([])).toEqual([]);
    expect(modesOf([summary({})])).toEqual(["process", "comparison"]);
    expect(modesOf([summary({ y: null })])).toEqual(["lines"]);
    expect(modesOf([summary({ y: null, curvature: true })])).toEqual(["lines", "curvature"]);
    const map = summary({ metrics: ["hessian/max", "hessian/ratio"] });
    expect(modesOf([map])).toEqual(["curvature"]);
    expect(modesOf([summary({ metrics: ["loss", "hessian/max"] })])).toEqual([
      "process",
      "comparison",
      "curvature",
    ]);
  });
});

describe("surfacesOf", () => {
  it("leaves out lines and maps of the curvature", () => {
    const plane = summary({});
    const map = summary({ metrics: ["hessian/min"] });
    expect(surfacesOf([summary({ y: null }), map, plane])).toEqual([plane]);
  });
});

describe("wholeMetrics", () => {
  it("leaves out the losses of classes, and keeps what is of other data", () => {
    expect(
      wholeMetrics(["loss", "loss/cat", "accuracy", "losses", "test/loss", "test/loss/cat"]),
    ).toEqual(["loss", "accuracy", "losses", "test/loss"]);
  });
});
