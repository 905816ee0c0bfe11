import { expect, test } from "vitest";
import { confusionOf } from "./confusion";

const record = { run: "r", tag: "t", step: 4, walltime: 9, summary: {} };

test("a payload becomes a matrix", () => {
  const counts = { shape: [2, 2], data: Float64Array.of(5, 1, 0, 7) };
  expect(confusionOf({ ...record, payload: { counts, class_names: ["cat", "dog"] } })).toEqual({
    run: "r",
    tag: "t",
    step: 4,
    walltime: 9,
    names: ["cat", "dog"],
    counts: Float64Array.of(5, 1, 0, 7),
  });
});

test("counts that do not fit the classes are refused", () => {
  const counts = { shape: [1, 2], data: new Float64Array(2) };
  expect(() => confusionOf({ ...record, payload: { counts, class_names: ["cat"] } })).toThrow(
    "2 counts, want 1 x 1 counts",
  );
});
