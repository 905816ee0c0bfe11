/** Columns for tests. */

import { columnKey } from "./keys";
import { type Column, type TableGroup, MISSING, NUMBER, type Table, type Value } from "./types";

/** @param cells - undefined: missing. */
export function column(
  name: string,
  cells: readonly (Value | undefined)[],
  group: Exclude<TableGroup, "metrics"> = "hparams",
): Column {
  const values: (string | boolean | null)[] = [];
  const codes = cells.map((cell) => {
    if (cell === undefined) return MISSING;
    if (typeof cell === "number") return NUMBER;
    if (!values.includes(cell)) values.push(cell);
    return values.indexOf(cell);
  });
  return {
    key: columnKey(group, name),
    group,
    name,
    detail: null,
    numbers: Float64Array.from(cells, (cell) => (typeof cell === "number" ? cell : NaN)),
    codes: Int32Array.from(codes),
    values,
  };
}

/** The last values of a scalar. */
export function metric(
  tag: string,
  cells: readonly (number | undefined)[],
  take: "last" | "min" | "max" | "mean" = "last",
): Column {
  const plain = column(tag, cells);
  return { ...plain, key: `m:${take}:${tag}`, group: "metrics", detail: { tag, take } };
}

/** A row for each cell; each is the only trial of a run of its own. */
export function table(columns: readonly Column[], declared: readonly string[] = []): Table {
  const rows = columns[0]?.codes.length ?? 0;
  return {
    rows,
    runs: Array.from({ length: rows }, (_, row) => `run${row}`),
    numbers: new Int32Array(rows),
    trials: new Int32Array(rows).fill(1),
    walltime: new Float64Array(rows).fill(1_760_000_000),
    columns,
    declared,
  };
}
