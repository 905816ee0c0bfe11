import { expect, test } from "vitest";
import { matcher } from "../../../lib/search";
import { joinedColumns, rowsOfTypes, typeOf } from "./types";

const types = {
  count: 2,
  texts: { name: ["aten::add", "aten::mm"] },
  numbers: { calls: Float64Array.of(5, 2) },
};
const operators = {
  count: 3,
  texts: {
    name: ["aten::mm", "aten::add.Tensor", "aten::add.Scalar"],
    type: ["aten::mm", "aten::add", "aten::add"],
  },
  numbers: { calls: Float64Array.of(2, 4, 1), flops: Float64Array.of(8, 0, 0) },
};
const all = joinedColumns(types, operators);
const asIs = (rows: readonly number[]): readonly number[] => rows;

test("rows of one table stand behind those of the other, and what one lacks is unknown", () => {
  expect(all.count).toBe(5);
  expect([...(all.numbers.calls ?? [])]).toEqual([5, 2, 2, 4, 1]);
  expect([...(all.numbers.flops ?? [])]).toEqual([NaN, NaN, 8, 0, 0]);
  expect(all.texts.type?.slice(0, 3)).toEqual(["", "", "aten::mm"]);
});

test("a type is a name without its overload", () => {
  expect(
    ["aten::add.Tensor", "aten::mm", "Optimizer.step#SGD.step", "nn.Linear"].map(typeOf),
  ).toEqual(["aten::add", "aten::mm", "Optimizer.step#SGD.step", "nn.Linear"]);
});

test("open types show their operators", () => {
  const find = matcher("");
  expect(rowsOfTypes(all, 2, find, false, () => false, asIs).rows).toEqual([0, 1]);
  expect(rowsOfTypes(all, 2, find, false, (type) => type === "aten::add", asIs).rows).toEqual([
    0, 3, 4, 1,
  ]);
});

test("a search finds operators in types that it does not find", () => {
  const find = matcher("Scalar");
  const { rows } = rowsOfTypes(all, 2, find, true, () => false, asIs);
  expect(rows).toEqual([0, 4]);
});
