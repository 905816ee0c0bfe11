import { expect, it } from "vitest";
import type { Curve } from "../../api/curves";
import { curvesJson, pointsCsv } from "./download";

const curve: Curve = {
  run: "r",
  tag: "t",
  step: 3,
  walltime: 9,
  threshold: Float64Array.of(Infinity, 0.5),
  tp: Float64Array.of(0, 2),
  fp: Float64Array.of(0, 1),
  positives: 2,
  negatives: 4,
  ap: 2 / 3,
  auc: NaN,
  samples: 6,
  nan: 0,
  points: 2,
};

it("has a row for each point, in the words of the kind", () => {
  expect(pointsCsv("roc_curve", [curve], () => "a, b").split("\r\n")).toEqual([
    "run,tag,step,walltime,threshold,tp,fp,tn,fn,fpr,tpr",
    '"a, b",t,3,9,Infinity,0,0,4,2,0,0',
    '"a, b",t,3,9,0.5,2,1,3,0,0.25,1',
    "",
  ]);
  expect(pointsCsv("pr_curve", [], String)).toMatch(/fn,precision,recall\r\n$/);
});

it("has an object for each curve", () => {
  expect(JSON.parse(curvesJson("pr_curve", [curve], () => "run"))).toEqual([
    {
      ...curve,
      kind: "pr_curve",
      run: "run",
      threshold: ["Infinity", 0.5],
      tp: [0, 2],
      fp: [0, 1],
      auc: "NaN",
    },
  ]);
});
