import { expect, test } from "vitest";
import { curveOf } from "./curves";

const payload = {
  threshold: Float64Array.of(Infinity, 0.5),
  tp: Float64Array.of(0, 1),
  fp: Float64Array.of(0, 2),
  positives: 1,
  negatives: 2,
  ap: 1 / 3,
  auc: NaN,
  samples: 3,
  nan: 0,
  points: 2,
};
const record = { run: "r", tag: "t", step: 4, walltime: 9, summary: {} };

test("a payload becomes a curve, and an area that is undefined stays so", () => {
  const curve = curveOf({ ...record, payload });
  expect(curve).toEqual({ run: "r", tag: "t", step: 4, walltime: 9, ...payload });
});

test("columns that are missing or do not fit are refused", () => {
  expect(() => curveOf({ ...record, payload: { ...payload, tp: [0, 1] } })).toThrow("payload.tp");
  expect(() => curveOf({ ...record, payload: { ...payload, fp: new Float64Array(3) } })).toThrow(
    "at payload.fp: got 3 items, want 2 items",
  );
});
