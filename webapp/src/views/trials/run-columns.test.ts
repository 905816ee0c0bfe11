import { expect, it } from "vitest";
import type { Run } from "../../api/runs";
import { type Column, MISSING, type Table, valueAt } from "../../lib/table/types";
import { columnsOfRuns, identityColumns } from "./run-columns";

const run = (id: string, duration: number): Run => ({
  id,
  name: id,
  display_name: null,
  labels: [],
  started: 100,
  updated: 500, // a landscape was drawn of it
  duration,
  state: "ended",
  ending: null,
  loading: false,
  records: 7,
  bytes: 1,
  files: 1,
  damaged: 0,
  missing: 0,
  diverged: 0,
  outcome: "pruned",
  last_step: null,
  progress: null,
  energy_kwh: null,
  gpu_hours: null,
  tools: [],
  left_out: {},
  hangs_since: null,
});
const known = new Map([
  ["a", run("a", 60)],
  ["b", run("b", 30)],
]);
const table: Table = {
  rows: 4,
  runs: ["a", "a", "b", "gone"],
  numbers: Int32Array.from([0, 1, 0, 0]),
  trials: Int32Array.from([2, 2, 1, 1]),
  walltime: Float64Array.from([100, 140, 110, 120]),
  columns: [],
  declared: [],
};
const columns = columnsOfRuns(
  table,
  (id) => known.get(id),
  (row) => `row ${row}`,
  (id) => ({ note: id === "a" ? "good one" : "", labels: id === "b" ? ["x", "y"] : [] }),
);

function cellsOf(column: Column): unknown[] {
  return Array.from(column.codes, (_, row) => valueAt(column, row));
}

function cells(name: string): unknown[] {
  const column = columns.find((each) => each.name === name);
  if (column === undefined) throw new Error(`no column ${name}`);
  return cellsOf(column);
}

it("a trial lasts from its run's begin, or its own, to that of the next one or the end of the run's training", () => {
  expect(cells("duration")).toEqual([40, 20, 30, undefined]);
});

it("what is not known of a run, and what nobody added, is missing", () => {
  expect(cells("name")).toEqual(["row 0", "row 1", "row 2", "row 3"]);
  expect(cells("outcome")).toEqual(["pruned", "pruned", "pruned", undefined]);
  expect(cells("state")).toEqual(["ended", "ended", "ended", undefined]);
  expect(cells("records")).toEqual([7, 7, 7, undefined]);
  expect(cells("note")).toEqual(["good one", "good one", undefined, undefined]);
  expect(cells("labels")).toEqual([undefined, undefined, "x, y", undefined]);
  expect(columns.find(({ name }) => name === "note")?.codes[2]).toBe(MISSING);
});

it("a trial is identified by the whole name of its run, and by its number where a run has several", () => {
  const named = (id: string) => {
    const found = known.get(id);
    return found && { ...found, name: `sweep/${id}`, display_name: "mine" };
  };
  const several = identityColumns(table, named);
  expect(several.map(({ name }) => name)).toEqual(["run", "trial"]);
  expect(several.map(cellsOf)).toEqual([
    ["sweep/a", "sweep/a", "sweep/b", "gone"],
    [0, 1, 0, 0],
  ]);
  const single = { ...table, rows: 1, runs: ["b"], trials: Int32Array.from([1]) };
  expect(identityColumns(single, named).map(cellsOf)).toEqual([["sweep/b"]]);
});
