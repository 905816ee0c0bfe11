import { describe, expect, it } from "vitest";
import { MISSING, NUMBER, type Column, type Table } from "./table/types";
import { byColumn, groupRuns, missingWord, usefulColumn } from "./grouping";

function column(name: string, cells: readonly (number | string | null)[]): Column {
  const values = [...new Set(cells.filter((cell) => typeof cell === "string"))];
  return {
    key: `h:${name}`,
    group: "hparams",
    name,
    detail: null,
    numbers: Float64Array.from(cells, (cell) => (typeof cell === "number" ? cell : NaN)),
    codes: Int32Array.from(cells, (cell) => {
      if (cell === null) return MISSING;
      return typeof cell === "number" ? NUMBER : values.indexOf(cell);
    }),
    values,
  };
}

function table(runs: readonly string[], columns: readonly Column[] = []): Table {
  return {
    rows: runs.length,
    runs,
    numbers: new Int32Array(runs.length),
    trials: new Int32Array(runs.length).fill(1),
    walltime: new Float64Array(runs.length),
    columns,
    declared: [],
  };
}

const all = (): boolean => true;
const rows = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

describe("groupRuns", () => {
  const opt = column("opt", ["sgd", "adam", "sgd", null]);
  const lr = column("lr", [0.1, 0.01, 0.01, 0.1]);
  const four = table(["a", "b", "c", "d"]);

  it("puts runs of one value together, those without it last", () => {
    const groups = groupRuns(four, [byColumn(opt, rows(4), 4)], all, "several");
    expect(groups.map(({ label, runs }) => [label, runs])).toEqual([
      ["opt = adam", ["b"]],
      ["opt = sgd", ["a", "c"]],
      [`opt = ${missingWord}`, ["d"]],
    ]);
    expect(new Set(groups.map(({ color }) => color)).size).toBe(3);
  });

  it("sorts numbers by size, and by several columns one after the other", () => {
    const sorters = [byColumn(lr, rows(4), 4), byColumn(opt, rows(4), 4)];
    expect(groupRuns(four, sorters, all, "several").map(({ label }) => label)).toEqual([
      "lr = 0.01 · opt = adam",
      "lr = 0.01 · opt = sgd",
      "lr = 0.1 · opt = sgd",
      "lr = 0.1 · opt = –",
    ]);
  });

  it("is one group without a column, of the chosen runs", () => {
    const groups = groupRuns(four, [], (run) => run !== "b", "several");
    expect(groups.map(({ runs }) => runs)).toEqual([["a", "c", "d"]]);
  });

  it("names runs whose trials differ", () => {
    const groups = groupRuns(table(["a", "a", "b"]), [byColumn(opt, rows(3), 4)], all, "several");
    expect(groups.map(({ label, runs, rows: of }) => [label, runs, of])).toEqual([
      ["opt = sgd", ["b"], [2]],
      ["opt = several", ["a"], [0, 1]],
    ]);
  });
});

describe("byColumn", () => {
  it("keeps numbers apart that differ in late digits only", () => {
    const labels = (numbers: readonly number[], ranges = 4): unknown => {
      const column_ = column("n", numbers);
      const runs = numbers.map((_, i) => `r${i}`);
      const sorter = byColumn(column_, rows(numbers.length), ranges);
      return groupRuns(table(runs), [sorter], all, "several").map((each) => [
        each.label,
        each.runs.length,
      ]);
    };
    expect(labels([20240102, 20240101, 20240102])).toEqual([
      ["n = 20240101", 1],
      ["n = 20240102", 2],
    ]);
    expect(labels([0.1, 0.1 + 2 ** -54])).toHaveLength(2);
    const seeds = Array.from({ length: 10 }, (_, i) => 1_000_000 + i);
    expect(labels(seeds, 2)).toEqual([
      ["n = 1000000 … 1000005", 5],
      ["n = 1000005 … 1000009", 5],
    ]);
  });

  it("cuts many numbers into ranges of about as many rows", () => {
    const many = column("lr", rows(100));
    const sorter = byColumn(many, rows(100), 4);
    const counts = new Map<string, number>();
    for (const row of rows(100)) {
      counts.set(sorter.wordOf(row), (counts.get(sorter.wordOf(row)) ?? 0) + 1);
    }
    expect([...counts]).toEqual([
      ["0 … 25", 25],
      ["25 … 50", 25],
      ["50 … 74", 24],
      ["74 … 99", 26],
    ]);
  });
});

it("a useful column has few values, and is not the seed", () => {
  const seed = column("seed", [0, 1, 0, 1]);
  const constant = column("epochs", [3, 3, 3, 3]);
  const width = column("width", [8, 16, 8, 16]);
  const opt = column("opt", ["sgd", "adam", "lion", "sgd"]);
  expect(usefulColumn([seed, constant, width, opt])?.name).toBe("opt");
  expect(usefulColumn([seed, constant, width])?.name).toBe("width");
  expect(usefulColumn([seed, constant])).toBeNull();
  const odd = column("steps", ["1", "1", "1", "2"]);
  expect(usefulColumn([odd, width])?.name).toBe("width");
  expect(usefulColumn([odd])?.name).toBe("steps");
});
