import { describe, expect, it } from "vitest";
import type { Curve } from "../../api/curves";
import { confusionAt, figureOf, indexAt, lineOf, thresholdRange, undrawn } from "./model";

/** Labels 1 1 0 1 0 with the predictions 0.9 0.8 0.8 0.4 0.1. */
const curve: Curve = {
  run: "r",
  tag: "t",
  step: 0,
  walltime: 0,
  threshold: Float64Array.of(Infinity, 0.9, 0.8, 0.4, 0.1),
  tp: Float64Array.of(0, 1, 2, 3, 3),
  fp: Float64Array.of(0, 0, 1, 1, 2),
  positives: 3,
  negatives: 2,
  ap: 0.8055,
  auc: 0.75,
  samples: 5,
  nan: 0,
  points: 5,
};
const look = { key: "k", name: "n", color: "#123456" };

describe("indexAt", () => {
  it.each([
    [1, 0],
    [0.9, 1],
    [0.85, 1],
    [0.8, 2],
    [0.5, 2],
    [0.1, 4],
    [-5, 4],
  ])("calls positive what is predicted at least %f", (threshold, index) => {
    expect(indexAt(curve, threshold)).toBe(index);
  });
});

describe("confusionAt", () => {
  it("has the counts and the shares made of them", () => {
    expect(confusionAt(curve, 2)).toEqual({
      threshold: 0.8,
      tp: 2,
      fp: 1,
      tn: 1,
      fn: 1,
      precision: 2 / 3,
      recall: 2 / 3,
      fpr: 0.5,
      f1: 4 / 6,
      accuracy: 0.6,
    });
  });

  it("has a precision of 1 where nothing is called positive", () => {
    expect(confusionAt(curve, 0)).toMatchObject({ precision: 1, recall: 0, tp: 0, tn: 2, f1: 0 });
  });

  it("takes what rounding left of sums of weights for nothing", () => {
    const weighted = {
      ...curve,
      positives: 0.3,
      tp: Float64Array.of(0, 0.1, 0.2, 0.1 + 0.1 + 0.1),
    };
    expect(confusionAt(weighted, 3).fn).toBe(0);
  });
});

describe("lineOf", () => {
  it("is precision over recall, or the true positive rate over the false one", () => {
    const pr = lineOf("pr_curve", curve, look, 0.85);
    expect([...pr.x]).toEqual([0, 1 / 3, 2 / 3, 1, 1]);
    expect([...pr.y]).toEqual([1, 1, 2 / 3, 0.75, 0.6]);
    expect(pr.marked).toBe(1);
    const roc = lineOf("roc_curve", curve, look, null);
    expect([...roc.x]).toEqual([0, 0, 0.5, 0.5, 1]);
    expect([...roc.y]).toEqual([0, 1 / 3, 2 / 3, 1, 1]);
    expect(roc.marked).toBe(-1);
  });
});

describe("undrawn", () => {
  it("says what a curve lacks", () => {
    const of = (positives: number, negatives: number) => ({ ...curve, positives, negatives });
    expect(undrawn("pr_curve", of(0, 5))).toBe("noPositives");
    expect(undrawn("pr_curve", of(5, 0))).toBeNull();
    expect(undrawn("roc_curve", of(5, 0))).toBe("noNegatives");
    expect(undrawn("roc_curve", of(0, 0))).toBe("empty");
  });
});

it("draws precision as steps above the share of positives, and rates straight", () => {
  const words = { x: "x", y: "y" };
  const pr = figureOf("pr_curve", [], [curve], words, true);
  expect(pr.join).toBe("steps");
  expect(pr.guides).toEqual({ kind: "f1", shown: true, noSkill: [0.6] });
  expect(figureOf("roc_curve", [], [curve], words, true).join).toBe("straight");
});

it("has all probabilities to choose a threshold from, and what lies beyond them", () => {
  expect(thresholdRange([curve])).toEqual([0, 1]);
  const logits = { ...curve, threshold: Float64Array.of(Infinity, 4, 2, -1, -3) };
  expect(thresholdRange([curve, logits])).toEqual([-3, 4]);
});
