/** The table as a file: just the rows and columns that are given, in their order. */

import { collect } from "../groups";
import { cellOf } from "./cell";
import { type Column, type Value, valueAt } from "./types";

export const forms = ["csv", "tsv", "json"] as const;
export type Form = (typeof forms)[number];

export interface Shown {
  readonly columns: readonly Column[];
  /** For each column; different ones. */
  readonly titles: readonly string[];
  readonly rows: Int32Array;
}

/** As RFC 4180 has it: fields in quotes where they need them, lines that end with CR LF. */
function separated(rows: Iterable<readonly (Value | undefined)[]>, separator: string): string {
  const lines = Array.from(rows, (row) =>
    row
      .map((value) => (value === undefined ? "" : cellOf(value ?? "null", separator)))
      .join(separator),
  );
  return lines.join("\r\n") + "\r\n";
}

/** Rows of any numbers and texts, the first of which are the titles; undefined is empty. */
export function csvOf(rows: Iterable<readonly (Value | undefined)[]>): string {
  return separated(rows, ",");
}

/** The same with tabs between them. */
export function tsvOf(rows: Iterable<readonly (Value | undefined)[]>): string {
  return separated(rows, "\t");
}

/** JSON has no word for some numbers: they come as texts. */
function plain(value: Value | undefined): Value {
  if (value === undefined) return null;
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

function json({ columns, titles, rows }: Shown): string {
  const objects = Array.from(rows, (row) =>
    Object.fromEntries(columns.map((each, i) => [titles[i] ?? "", plain(valueAt(each, row))])),
  );
  return JSON.stringify(objects, null, 1);
}

/** What is missing is empty, in JSON null; NaN is `NaN`. */
export function written(shown: Shown, form: Form): string {
  if (form === "json") return json(shown);
  const { columns, titles, rows } = shown;
  const cells = Array.from(rows, (row) => columns.map((each) => valueAt(each, row)));
  return separated([titles, ...cells], form === "csv" ? "," : "\t");
}

export const mediaTypes: Readonly<Record<Form, string>> = {
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  json: "application/json",
};

/** Titles that distinguish all columns: where two are called alike, their groups are named. */
export function distinctTitles(
  columns: readonly Column[],
  titleOf: (column: Column) => string,
  groupOf: (column: Column) => string,
): readonly string[] {
  const plain = columns.map(titleOf);
  const alike = collect(plain, (title) => title);
  return plain.map((title, i) => {
    const isAlone = alike.get(title)?.length === 1;
    return isAlone ? title : `${groupOf(columns[i] as Column)}: ${title}`;
  });
}
