import { describe, expect, it } from "vitest";
import { type TreeRow, type TreeRun, treeRows } from "./run-tree";

const run = (path: string, given: string | null = null): TreeRun => ({
  id: `#${path}`,
  path,
  given,
  name: given === null ? path : `${given} (${path})`,
});
const open = (): boolean => false;

const drawn = (rows: readonly TreeRow[]): readonly string[] =>
  rows.map((row) => {
    const text =
      row.kind === "run"
        ? row.label
        : `${row.isOpen ? "v" : ">"} ${row.label} (${row.runs.length})`;
    return "  ".repeat(row.depth) + text;
  });

const nested = [run("cnn/sgd/seed1"), run("cnn/sgd/seed0"), run("cnn/adam/seed0"), run("baseline")];

describe("treeRows", () => {
  it("puts runs into their folders, which stand where their first run would", () => {
    expect(drawn(treeRows([...nested, run("cnn/adam/seed1")], open))).toEqual([
      "v cnn (4)",
      "  v sgd (2)",
      "    seed1",
      "    seed0",
      "  v adam (2)",
      "    seed0",
      "    seed1",
      "baseline",
    ]);
  });

  it("shows a folder together with the only one, or the only run, in it", () => {
    expect(drawn(treeRows([run("a/b/c/x"), run("a/b/c/y"), run("live/one")], open))).toEqual([
      "v a/b/c (2)",
      "  x",
      "  y",
      "live/one",
    ]);
  });

  it("shows a store as one folder, with both of its slashes", () => {
    const runs = [run("s3://one/runs/x"), run("s3://two/runs/x"), run("s3://two/runs/y")];
    expect(drawn(treeRows(runs, open))).toEqual([
      "s3://one/runs/x",
      "v s3://two/runs (2)",
      "  x",
      "  y",
    ]);
    const paths = treeRows(runs, open).flatMap((row) => (row.kind === "run" ? [] : [row.path]));
    expect(paths).toEqual(["s3://two/runs"]);
  });

  it("changes no other name when a run comes", () => {
    const before = drawn(treeRows(nested, open));
    const after = drawn(treeRows([...nested, run("odd/one/out")], open));
    expect(after).toEqual([...before, "odd/one/out"]);
  });

  it("leaves out what is within a closed folder, and still counts it", () => {
    expect(drawn(treeRows(nested, (path) => path === "cnn/sgd"))).toEqual([
      "v cnn (3)",
      "  > sgd (2)",
      "  adam/seed0",
      "baseline",
    ]);
  });

  it("has a run that is also a folder twice", () => {
    expect(drawn(treeRows([run("a"), run("a/b"), run("a/c")], open))).toEqual([
      "a",
      "v a (2)",
      "  b",
      "  c",
    ]);
  });

  it("calls a run by its given name as tables do, with what distinguishes it from all others", () => {
    expect(drawn(treeRows([run("a/b", "best so far"), run("a/c")], open))).toEqual([
      "v a (2)",
      "  best so far (a/b)",
      "  c",
    ]);
    expect(drawn(treeRows([run("a/b", "net"), run("c/d")], open))).toEqual(["net (a/b)", "c/d"]);
  });

  it("gives each run the names beside it", () => {
    const rows = treeRows([run("a/b"), run("a/c"), run("d")], open);
    expect(rows.map((row) => (row.kind === "run" ? row.siblings : null))).toEqual([
      null,
      ["b", "c"],
      ["b", "c"],
      ["d"],
    ]);
  });
});
