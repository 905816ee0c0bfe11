/** A table as a file: the rows that are shown, in their order, with numbers in full. */

import { csvOf } from "../../../lib/table/write";
import type { TableColumn } from "./types";

/** @param levelOf - of rows of a tree: their level is the first column. */
export function tableCsv(
  columns: readonly TableColumn[],
  rows: readonly number[],
  levelOf: ((row: number) => number) | null = null,
): string {
  const heads = columns.map(({ title }) => title);
  const lines = rows.map((row) => columns.map(({ values }) => values[row]));
  return csvOf(
    levelOf === null
      ? [heads, ...lines]
      : [["level", ...heads], ...lines.map((line, i) => [levelOf(rows[i] ?? 0), ...line])],
  );
}
