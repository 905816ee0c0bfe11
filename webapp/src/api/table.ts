/** The route of the table of trials. */

import { columnKey, metricKey } from "../lib/table/keys";
import type { Column, MetricChoice, Table } from "../lib/table/types";
import { groups, MISSING, NUMBER } from "../lib/table/types";
import { each } from "./answers";
import { askWith } from "./ask";
import {
  asChoice,
  asFields,
  asFloats,
  asInts,
  asList,
  asNumber,
  asText,
  DecodeError,
} from "./decode";

function sized(array: { readonly length: number }, rows: number, where: string): void {
  if (array.length !== rows) throw new DecodeError(where, `${array.length} items`, `${rows} items`);
}

function wordOf(value: unknown, where: string): string | boolean | null {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  throw new DecodeError(where, typeof value, "a string, a boolean or null");
}

function columnOf(value: unknown, where: string, rows: number): Column {
  const fields = asFields(value, where);
  const group = asChoice(fields.group, `${where}.group`, ["hparams", "lineage", "environment"]);
  const name = asText(fields.name, `${where}.name`);
  const numbers = asFloats(fields.numbers, `${where}.numbers`);
  const codes = asInts(fields.codes, `${where}.codes`);
  sized(numbers, rows, `${where}.numbers`);
  sized(codes, rows, `${where}.codes`);
  const values = each(fields.values, `${where}.values`, wordOf);
  return { key: columnKey(group, name), group, name, detail: null, numbers, codes, values };
}

function metricOf(value: unknown, where: string, rows: number, choice: MetricChoice): Column {
  const fields = asFields(value, where);
  const numbers = asFloats(fields.values, `${where}.values`);
  const given = asInts(fields.given, `${where}.given`);
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
  const answer = asFields(value, "table");
  const ids = each(answer.runs, "runs", asText);
  const run = asInts(answer.run, "run");
  const rows = run.length;
  const perRun = new Int32Array(ids.length);
  const runs = Array.from(run, (index, row) => {
    const id = ids[index];
    if (id === undefined) throw new DecodeError(`run[${row}]`, String(index), "an index of runs");
    perRun[index] = (perRun[index] ?? 0) + 1;
    return id;
  });
  const answered = asList(answer.metrics, "metrics");
  if (answered.length !== metrics.length) {
    throw new DecodeError("metrics", `${answered.length} columns`, `${metrics.length} columns`);
  }
  const columns = [
    ...each(answer.columns, "columns", (column, where) => columnOf(column, where, rows)),
    ...metrics.map((choice, i) => metricOf(answered[i], `metrics[${i}]`, rows, choice)),
  ];
  return {
    rows,
    runs,
    numbers: asInts(answer.number, "number"),
    trials: run.map((index) => perRun[index] ?? 0),
    walltime: asFloats(answer.walltime, "walltime"),
    columns: columns.sort(byGroup),
    declared: each(answer.declared, "declared", asText),
    leftOut: asNumber(answer.left_out, "left_out"),
  };
}

/** One row for each trial of every run. Rejects with an AbortError when aborted. */
export async function fetchTable(
  metrics: readonly MetricChoice[],
  signal?: AbortSignal,
): Promise<Table> {
  return tableOf(await askWith("table", { metrics }, signal), metrics);
}
