/** The table of trials as one of runs: which rows there are, and what is known of each run. */

import type { Run } from "../../../api/runs";
import type { Tag } from "../../../api/tags";
import { columnKey } from "../../../lib/table/keys";
import { numberColumn, wordColumn } from "../../../lib/table/run-columns";
import { type Column, MISSING, NUMBER, type Table } from "../../../lib/table/types";

export const NAME = columnKey("run", "name");
export const STATE = columnKey("run", "state");
export const OUTCOME = columnKey("run", "outcome");
export const STARTED = columnKey("run", "started");
export const UPDATED = columnKey("run", "updated");
export const DURATION = columnKey("run", "duration");
export const STEP = columnKey("run", "step");
export const LABELS = columnKey("run", "labels");
export const NOTE = columnKey("run", "note");
export const PICTURE = columnKey("run", "picture");

/** What stands there until the server has made the table: a row for each run, without any value. */
export function bareTable(runs: readonly Run[]): Table {
  const rows = runs.length;
  return {
    rows,
    runs: runs.map(({ id }) => id),
    numbers: new Int32Array(rows),
    trials: new Int32Array(rows).fill(1),
    walltime: Float64Array.from(runs, ({ started }) => started ?? NaN),
    columns: [],
    declared: [],
  };
}

/** The row of each run's last trial, rising. The trials of a run are next to each other. */
export function lastTrials({ rows, runs }: Table): Int32Array {
  const last = new Int32Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row++) if (runs[row + 1] !== runs[row]) last[count++] = row;
  return last.slice(0, count);
}

/** What people added to a run. */
interface Added {
  readonly note: string;
  readonly labels: readonly string[];
}

/** Columns of what is known of the rows' runs; a query names them as they are called here. */
export function runColumns(
  { rows, runs }: Table,
  runOf: (id: string) => Run | undefined,
  nameOf: (id: string) => string,
  addedOf: (id: string) => Added,
): readonly Column[] {
  const words = (name: string, wordOf: (id: string) => string): Column =>
    wordColumn(name, rows, (row) => wordOf(runs[row] ?? ""));
  const numbers = (name: string, numberOf: (run: Run) => number | null): Column =>
    numberColumn(
      name,
      Float64Array.from(runs, (id) => {
        const run = runOf(id);
        return run === undefined ? NaN : (numberOf(run) ?? NaN);
      }),
    );
  return [
    words("name", nameOf),
    words("state", (id) => runOf(id)?.state ?? ""),
    words("outcome", (id) => runOf(id)?.outcome ?? ""),
    numbers("step", ({ last_step }) => last_step),
    numbers("duration", ({ duration }) => duration),
    numbers("energy_kwh", ({ energy_kwh }) => energy_kwh),
    numbers("gpu_hours", ({ gpu_hours }) => gpu_hours),
    numbers("started", ({ started }) => started),
    numbers("updated", ({ updated }) => updated),
    numbers("diverged", ({ diverged }) => diverged),
    numbers("damaged", ({ damaged }) => damaged),
    numbers("gaps", ({ missing }) => missing),
    numbers("hangs", ({ hangs_since }) => (hangs_since === null ? 0 : 1)),
    words("labels", (id) => addedOf(id).labels.join(", ")),
    words("note", (id) => addedOf(id).note),
  ];
}

/** Whether the rows differ in it. */
export function differs({ codes, numbers }: Column, rows: Int32Array): boolean {
  const first = rows[0];
  if (first === undefined) return false;
  const [code, number] = [codes[first], numbers[first]];
  return rows.some(
    (row) =>
      (codes[row] ?? MISSING) !== code || (code === NUMBER && !Object.is(numbers[row], number)),
  );
}

/** Of some rows, those of the given runs. @param ids - with commas between them. */
export function rowsOfRuns(rows: Int32Array, { runs }: Table, ids: string): Int32Array {
  const wanted = new Set(ids.split(","));
  return rows.filter((row) => wanted.has(runs[row] ?? ""));
}

/** The first tag that each run has. */
export function firstTags(tags: readonly Tag[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { tag, runs } of tags) {
    for (const run of runs) if (!found.has(run)) found.set(run, tag);
  }
  return found;
}

/** The row of each run, by its id. @param rows - one for each run. */
export function rowOfRuns(rows: Int32Array, { runs }: Table): ReadonlyMap<string, number> {
  return new Map(Array.from(rows, (row) => [runs[row] ?? "", row]));
}
