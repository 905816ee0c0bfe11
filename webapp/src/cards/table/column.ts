/** A table: what its columns are, and how its rows are written into files and the clipboard. */

import type { Snippet } from "svelte";
import type { ClassValue } from "svelte/elements";
import { csvOf, tsvOf } from "../../lib/table/write";

/** What stands in one column of rows. */
export interface TableColumn<Row> {
  readonly key: string;
  readonly title: string;
  /** What it means, where the head is pointed at. */
  readonly hint?: string;
  /** Stands above neighbors of the same group; without it nothing does. */
  readonly group?: string;
  /** A sign after the title, such as an arrow; the hint says it in words. */
  readonly sign?: string;
  /** What rows are sorted by, and what copies and files hold; these hold what is shown where it is not given. */
  readonly value?: (row: Row) => string | number | null;
  /** What is shown; the value itself if not given. */
  readonly text?: (row: Row) => string;
  /** A second, smaller line. */
  readonly note?: (row: Row) => string;
  /** In full, where the cell is pointed at. */
  readonly full?: (row: Row) => string | undefined;
  /** Words for the look of the cell, such as `text-danger`. */
  readonly look?: (row: Row) => ClassValue;
  /** A color before the text, such as that of a run. */
  readonly color?: (row: Row) => string | null;
  /** A share from 0 to 1 that a bar behind the text shows. */
  readonly share?: (row: Row) => number;
  /** In place of all that: a curve, a box to check. */
  readonly cell?: Snippet<[Row]>;
  /** It holds words, which begin at the left; numbers end at the right. */
  readonly isText?: boolean;
  /** Pixels; a column without takes what is left. */
  readonly width?: number;
}

/** Which way rows of a tree lie in each other. */
export interface RowTree<Row> {
  /** From 0 on. */
  readonly levelOf: (row: Row) => number;
  /** null: nothing is below it. */
  readonly isOpen: (row: Row) => boolean | null;
  readonly ontoggle: (row: Row) => void;
}

/** Text of a cell. */
export function cellText<Row>({ text, value }: TableColumn<Row>, row: Row): string {
  return text === undefined ? String(value?.(row) ?? "") : text(row);
}

function* lines<Row>(
  columns: readonly TableColumn<Row>[],
  rows: Iterable<Row>,
  levelOf: ((row: Row) => number) | null,
): Generator<(string | number | null)[]> {
  const heads = columns.map(({ title }) => title);
  yield levelOf === null ? heads : ["level", ...heads];
  for (const row of rows) {
    const line = columns.map((column) => column.value?.(row) ?? cellText(column, row));
    yield levelOf === null ? line : [levelOf(row), ...line];
  }
}

/**
 * A table as CSV: the rows that are shown, in their order, with numbers in full.
 * @param levelOf - of rows of a tree: their level is the first column.
 */
export function tableCsv<Row>(
  columns: readonly TableColumn<Row>[],
  rows: Iterable<Row>,
  levelOf: ((row: Row) => number) | null = null,
): string {
  return csvOf(lines(columns, rows, levelOf));
}

/** The same with tabs, as spreadsheets take it from the clipboard. */
export function tableTsv<Row>(columns: readonly TableColumn<Row>[], rows: Iterable<Row>): string {
  return tsvOf(lines(columns, rows, null));
}

/** How many neighbors stand under one heading. */
export interface ColumnGroup {
  readonly name: string;
  readonly count: number;
}

export function groupsOf(columns: readonly { readonly group?: string }[]): ColumnGroup[] {
  const found: { name: string; count: number }[] = [];
  for (const { group: name = "" } of columns) {
    const last = found.at(-1);
    if (last?.name === name) last.count += 1;
    else found.push({ name, count: 1 });
  }
  return found;
}

/** Whether a column is the first one of its group, which a line sets apart. */
export function beginsGroup(columns: readonly { readonly group?: string }[], at: number): boolean {
  const group = columns[at]?.group ?? "";
  return group !== "" && group !== (columns[at - 1]?.group ?? "");
}

/** A column that may be shown. */
export interface ColumnChoice {
  readonly key: string;
  readonly label: string;
}

/** Columns that are chosen from below one heading. */
export interface ColumnPart {
  readonly title: string;
  readonly columns: readonly ColumnChoice[];
}
