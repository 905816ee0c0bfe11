import { describe, expect, it } from "vitest";
import { byColumn, groupRuns } from "../grouping";
import { column, table } from "./testing";
import { type Line, linesOf } from "./lines";

const logged = table([
  column("model", ["cnn", "cnn", "mlp", "cnn", "rnn"]),
  column("seed", [0, 0, 0, 1, 7]),
]);
const rowsOf = [...logged.runs.keys()];
const runOf = (row: number): string => logged.runs[row] ?? "";
const values = [4, 2, 1, 6, NaN];

/** Groups by their mean, as a table that shows the least first does. */
function placeOf(rows: readonly number[]): number | null {
  const finite = rows.flatMap((row) => values[row] ?? NaN).filter(Number.isFinite);
  return finite.length === 0 ? null : finite.reduce((a, b) => a + b, 0) / finite.length;
}

function lines(names: readonly string[], isOpen: (key: string) => boolean): readonly Line[] {
  const sorters = logged.columns
    .filter(({ name }) => names.includes(name))
    .map((each) => byColumn(each, rowsOf, 4));
  const groups = groupRuns(logged, sorters, () => true, "several");
  return linesOf(Int32Array.of(4, 0, 1, 2, 3), { groups, names, runOf, isOpen, placeOf });
}

const written = (line: Line): string =>
  "  ".repeat(line.depth) +
  (line.type === "run" ? `run ${line.row}` : `${line.word} (${line.rows.join()})`);

describe("linesOf", () => {
  it("are the rows, where nothing groups them", () => {
    const rows = linesOf(Int32Array.of(2, 0), null);
    expect(rows.map(written)).toEqual(["run 2", "run 0"]);
  });

  it("stand as their means do, a group without any last", () => {
    expect(lines(["model"], () => false).map(written)).toEqual([
      "mlp (2)",
      "cnn (0,1,3)",
      "rnn (4)",
    ]);
  });

  it("have their runs below them once they are open, in the order of the table", () => {
    expect(lines(["model"], (key) => key === "/cnn").map(written)).toEqual([
      "mlp (2)",
      "cnn (0,1,3)",
      "  run 0",
      "  run 1",
      "  run 3",
      "rnn (4)",
    ]);
  });

  it("are divided further by a second column, but for groups of one run", () => {
    expect(lines(["model", "seed"], () => true).map(written)).toEqual([
      "mlp (2)",
      "  run 2",
      "cnn (0,1,3)",
      "  0 (0,1)",
      "    run 0",
      "    run 1",
      "  run 3",
      "rnn (4)",
      "  run 4",
    ]);
  });

  it("are those of a curve where they are divided no further", () => {
    const [, cnn, seed] = lines(["model", "seed"], () => true).filter(
      ({ type }) => type === "group",
    );
    expect(cnn).toMatchObject({ word: "cnn", group: null });
    expect(seed).toMatchObject({ word: "0", group: { label: "model = cnn · seed = 0" } });
  });

  it("keep runs that no group holds, at the end", () => {
    const groups = groupRuns(logged, [], (run) => run === runOf(0), "several");
    const all = linesOf(Int32Array.of(0, 1), {
      groups,
      names: [],
      runOf,
      isOpen: () => true,
      placeOf,
    });
    expect(all.map(written)).toEqual(["run 0", "run 1"]);
  });
});
