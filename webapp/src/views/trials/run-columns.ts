/** What is known of a row's run, as columns like those of the hyperparameters. */

import type { Run } from "../../api/runs";
import { columnKey } from "../../lib/table/keys";
import { numberColumn, wordColumn } from "../../lib/table/run-columns";
import type { Column, Table } from "../../lib/table/types";

export const NAME = columnKey("run", "name");
export const STARTED = columnKey("run", "started");
export const DURATION = columnKey("run", "duration");
export const LABELS = columnKey("run", "labels");

/** What people added to a run. */
export interface Added {
  readonly note: string;
  readonly labels: readonly string[];
}

/**
 * Seconds from a trial's begin to that of the next one of its run, or to the end of the run's training, [rows].
 * The first trial begins with its run: a run of one trial takes as long as its trial.
 * The trials of a run are next to each other, in their order.
 */
function durations(
  { runs, walltime, rows }: Table,
  runOf: (id: string) => Run | undefined,
): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => {
    const id = runs[row] ?? "";
    const run = runOf(id);
    const isFirst = runs[row - 1] !== id;
    const isLast = runs[row + 1] !== id;
    if (isFirst && isLast) return run?.duration ?? NaN;
    const ended = (run?.started ?? NaN) + (run?.duration ?? NaN);
    const begin = (isFirst ? run?.started : null) ?? walltime[row] ?? NaN;
    return Math.max(0, ((isLast ? ended : walltime[row + 1]) ?? NaN) - begin);
  });
}

/**
 * Columns that identify the trials outside of the page, where a name that was made short or given by
 * the user says too little: the whole names of their runs, and their numbers where any run has several.
 */
export function identityColumns(
  table: Table,
  runOf: (id: string) => Run | undefined,
): readonly Column[] {
  const { rows, runs, numbers, trials } = table;
  const run = wordColumn("run", rows, (row) => {
    const id = runs[row] ?? "";
    return runOf(id)?.name ?? id;
  });
  if (!trials.some((count) => count > 1)) return [run];
  return [run, numberColumn("trial", Float64Array.from(numbers))];
}

export function columnsOfRuns(
  table: Table,
  runOf: (id: string) => Run | undefined,
  nameOf: (row: number) => string,
  addedOf: (id: string) => Added,
): readonly Column[] {
  const { rows, runs } = table;
  const idOf = (row: number): string => runs[row] ?? "";
  const ofRun = (name: string, numberOf: (run: Run) => number | null): Column =>
    numberColumn(
      name,
      Float64Array.from({ length: rows }, (_, row) => {
        const run = runOf(idOf(row));
        return run === undefined ? NaN : (numberOf(run) ?? NaN);
      }),
    );
  return [
    wordColumn("name", rows, nameOf),
    wordColumn("state", rows, (row) => runOf(idOf(row))?.state ?? ""),
    wordColumn("outcome", rows, (row) => runOf(idOf(row))?.outcome ?? ""),
    numberColumn("started", table.walltime.slice()),
    numberColumn("duration", durations(table, runOf)),
    ofRun("energy_kwh", (run) => run.energy_kwh),
    ofRun("gpu_hours", (run) => run.gpu_hours),
    ofRun("records", (run) => run.records),
    wordColumn("labels", rows, (row) => addedOf(idOf(row)).labels.join(", ")),
    wordColumn("note", rows, (row) => addedOf(idOf(row)).note),
  ];
}
