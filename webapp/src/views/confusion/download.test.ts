import { expect, it } from "vitest";
import { matrixCsv, matrixJson } from "./download";

const matrix = {
  run: "id",
  tag: "t",
  step: 3,
  walltime: 9,
  names: ["a, b", "c"],
  counts: Float64Array.of(1, 2, 3, 4.5),
};

it("has a row for each true class", () => {
  expect(matrixCsv(matrix).split("\r\n")).toEqual([
    'true\\predicted,"a, b",c',
    '"a, b",1,2',
    "c,3,4.5",
    "",
  ]);
});

it("has the run's name and the rows", () => {
  expect(JSON.parse(matrixJson(matrix, "run"))).toEqual({
    run: "run",
    tag: "t",
    step: 3,
    walltime: 9,
    class_names: ["a, b", "c"],
    counts: [
      [1, 2],
      [3, 4.5],
    ],
  });
});
