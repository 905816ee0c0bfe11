/** The route of the table of trials. */

import { columnKey, metricKey } from "../lib/table/keys";
import type { Column, MetricChoice, Table } from "../lib/table/types";
import { groups, MISSING, NUMBER } from "../lib/table/types";
import { askWith } from "./ask";
import { floats, ints } from "./columns";
import { DecodeError, flag, number, text } from "./decode";
import { choice, list, map, object, type Of } from "./shapes";

function sized(array: { readonly length: number }, rows: number, where: string): void {
  if (array.length !== rows) throw new DecodeError(where, `${array.length} items`, `${rows} items`);
}

function wordOf(value: unknown, where: string): string | boolean | null {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  throw new DecodeError(where, typeof value, "a string, a boolean or null");
}

const givenColumn = object({
  group: choice(["hparams", "lineage", "environment", "data"]),
  name: text,
  numbers: floats,
  codes: ints,
  values: list(wordOf),
  logarithmic: flag,
});
const givenMetric = object({ values: floats, given: ints });
const answerOf = object({
  /** Ids. */
  runs: list(text),
  /** Index of each row's run in `runs`. */
  run: ints,
  /** Number of each row's trial in its run. */
  number: ints,
  walltime: floats,
  columns: list(givenColumn),
  /** In the order of the question. */
  metrics: list(givenMetric),
  declared: list(text),
  goals: map(choice(["min", "max"])),
  left_out: number,
});

function columnOf(given: Of<typeof givenColumn>, where: string, rows: number): Column {
  const { group, name, numbers, codes, values, logarithmic } = given;
  sized(numbers, rows, `${where}.numbers`);
  sized(codes, rows, `${where}.codes`);
  const key = columnKey(group, name);
  return { key, group, name, detail: null, numbers, codes, values, logarithmic };
}

function metricOf(
  { values: numbers, given }: Of<typeof givenMetric>,
  where: string,
  rows: number,
  choice: MetricChoice,
): Column {
  sized(numbers, rows, `${where}.values`);
  sized(given, rows, `${where}.given`);
  const codes = given.map((is) => (is === 0 ? MISSING : NUMBER));
  const key = metricKey(choice);
  return { key, group: "metrics", name: choice.tag, detail: choice, numbers, codes, values: [] };
}

function byGroup(one: Column, other: Column): number {
  return groups.indexOf(one.group) - groups.indexOf(other.group);
}

export function tableOf(value: unknown, metrics: readonly MetricChoice[]): Table {
  const answer = answerOf(value, "table");
  const rows = answer.run.length;
  const perRun = new Int32Array(answer.runs.length);
  const runs = Array.from(answer.run, (index, row) => {
    const id = answer.runs[index];
    if (id === undefined) {
      throw new DecodeError(`table.run[${row}]`, String(index), "an index of runs");
    }
    perRun[index] = (perRun[index] ?? 0) + 1;
    return id;
  });
  sized(answer.metrics, metrics.length, "table.metrics");
  const columns = [
    ...answer.columns.map((given, i) => columnOf(given, `table.columns[${i}]`, rows)),
    ...answer.metrics.map((given, i) =>
      metricOf(given, `table.metrics[${i}]`, rows, metrics[i] as MetricChoice),
    ),
  ];
  return {
    rows,
    runs,
    numbers: answer.number,
    trials: answer.run.map((index) => perRun[index] ?? 0),
    walltime: answer.walltime,
    columns: columns.sort(byGroup),
    declared: answer.declared,
    goals: answer.goals,
    leftOut: answer.left_out,
  };
}

/** One row for each trial of every run. Rejects with an AbortError when aborted. */
export async function fetchTable(
  metrics: readonly MetricChoice[],
  signal?: AbortSignal,
): Promise<Table> {
  return tableOf(await askWith("table", { metrics }, signal), metrics);
}
