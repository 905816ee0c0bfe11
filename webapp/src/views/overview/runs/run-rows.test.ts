import { describe, expect, it } from "vitest";
import type { Run } from "../../../api/runs";
import { column, table } from "../../../lib/table/testing";
import { valueAt } from "../../../lib/table/types";
import { bareTable, differs, firstTags, lastTrials, rowsOfRuns, runColumns } from "./run-rows";

const run = (id: string, rest: Partial<Run> = {}): Run => ({
  id,
  name: `runs/${id}`,
  display_name: null,
  labels: [],
  started: 100,
  updated: 160,
  duration: 60,
  state: "ended",
  outcome: null,
  ending: null,
  loading: false,
  records: 1,
  bytes: 1,
  files: 1,
  damaged: 0,
  missing: 0,
  diverged: 0,
  last_step: 7,
  progress: null,
  energy_kwh: 3.6,
  gpu_hours: 6,
  tools: [],
  left_out: {},
  hangs_since: null,
  ...rest,
});

describe("rows of runs", () => {
  it("before the server has made a table, each run has one", () => {
    const bare = bareTable([run("a"), run("b", { started: null })]);
    expect(bare.rows).toBe(2);
    expect(bare.runs).toEqual(["a", "b"]);
    expect(Array.from(bare.walltime)).toEqual([100, NaN]);
    expect(Array.from(lastTrials(bare))).toEqual([0, 1]);
  });

  it("a run of several trials is the row of its last one", () => {
    const trials = { ...table([column("lr", [1, 2, 3, 4])]), runs: ["a", "a", "b", "c"] };
    expect(Array.from(lastTrials(trials))).toEqual([1, 2, 3]);
  });
});

it("columns show what is known of each run", () => {
  const known = new Map([["a", run("a", { outcome: "failed", missing: 3, hangs_since: 5 })]]);
  const columns = runColumns(
    { ...table([column("lr", [1, 2])]), runs: ["a", "gone"] },
    (id) => known.get(id),
    (id) => `name of ${id}`,
    (id) => (id === "a" ? { note: "good", labels: ["x", "y"] } : { note: "", labels: [] }),
  );
  const cells = columns.map((each) => [each.name, valueAt(each, 0), valueAt(each, 1)]);
  expect(cells).toEqual([
    ["name", "name of a", "name of gone"],
    ["state", "ended", undefined],
    ["outcome", "failed", undefined],
    ["step", 7, undefined],
    ["duration", 60, undefined],
    ["energy_kwh", 3.6, undefined],
    ["gpu_hours", 6, undefined],
    ["started", 100, undefined],
    ["updated", 160, undefined],
    ["diverged", 0, undefined],
    ["damaged", 0, undefined],
    ["gaps", 3, undefined],
    ["hangs", 1, undefined],
    ["labels", "x, y", undefined],
    ["note", "good", undefined],
  ]);
});

it("rows differ in a column where one has another value, or none", () => {
  const rows = Int32Array.from([0, 1, 2]);
  expect(differs(column("lr", [1, 1, 1]), rows)).toBe(false);
  expect(differs(column("lr", [NaN, NaN, NaN]), rows)).toBe(false);
  expect(differs(column("lr", [1, 1, 2]), rows)).toBe(true);
  expect(differs(column("lr", [1, undefined, 1]), rows)).toBe(true);
  expect(differs(column("opt", ["a", "a", "b"]), rows)).toBe(true);
  expect(differs(column("opt", ["a", "a", "b"]), Int32Array.from([0, 1]))).toBe(false);
  expect(differs(column("opt", []), new Int32Array())).toBe(false);
});

it("rows of some runs are found, and the first tag that each run has", () => {
  const three = table([column("lr", [1, 2, 3])]);
  expect(Array.from(rowsOfRuns(Int32Array.from([2, 0, 1]), three, "run0,run2"))).toEqual([2, 0]);
  const tags = [
    { tag: "a", runs: ["x"] },
    { tag: "b", runs: ["x", "y"] },
  ];
  expect([...firstTags(tags)]).toEqual([
    ["x", "a"],
    ["y", "b"],
  ]);
});
