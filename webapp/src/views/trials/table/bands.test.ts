import { expect, it } from "vitest";
import { column, metric } from "../../../lib/table/testing";
import { bandsOf } from "./bands";
import type { ColumnSpec } from "./spec";

it("a group has a head over each stretch of its columns", () => {
  const columns = [
    column("lr", [1]),
    column("opt", ["a"]),
    metric("loss", [1]),
    column("seed", [1]),
  ];
  const specs = columns.map((each, place): ColumnSpec => ({
    column: each,
    place,
    left: place * 100,
    width: 100,
    write: String,
    isNumeric: true,
    isTinted: false,
  }));
  expect(bandsOf(specs)).toEqual([
    { key: "h:lr", group: "hparams", left: 0, width: 200, count: 2 },
    { key: "m:last:loss", group: "metrics", left: 200, width: 100, count: 1 },
    { key: "h:seed", group: "hparams", left: 300, width: 100, count: 1 },
  ]);
  expect(bandsOf([])).toEqual([]);
});
