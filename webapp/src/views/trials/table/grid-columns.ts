/** The columns of the table, as the grid draws them. */

import type { GridColumn } from "../../../cards/table/grid/column";
import { fittedLabel } from "../../../lib/fitted-label";
import { isNumeric } from "../../../lib/table/cells";
import { type Column, type Goal, MISSING, NUMBER, type Table } from "../../../lib/table/types";
import { fittedName } from "../../../state/fitted.svelte";
import { NAME } from "../run-columns";
import { t } from "../texts";
import { fullText, nameOfColumn, shownText, takeOf, titleOfColumn, writeOf } from "../titles";

/** Pixels of a cell that are not for its text. */
const BESIDE_TEXT = 18;

export function gridColumn(
  column: Column,
  { runs, trials }: Table,
  tint: (row: number) => string | undefined,
  goal: Goal | null,
): GridColumn {
  const { key, group, detail, codes, numbers, values } = column;
  const write = writeOf(column);
  const isMissing = (row: number): boolean => (codes[row] ?? MISSING) === MISSING;
  const numberOf = (row: number): number | null => (isMissing(row) ? null : (numbers[row] ?? null));
  const isOdd = (row: number): boolean =>
    codes[row] === NUMBER && !Number.isFinite(numbers[row] as number);
  const whole = (row: number): string => (isMissing(row) ? "–" : shownText(column, row, write));
  /** What distinguishes names stays; cut at its end, a long one would look like the next. */
  const fitted = (row: number, width: number): string =>
    (trials[row] ?? 1) > 1
      ? fittedLabel(whole(row), values as readonly string[], width - BESIDE_TEXT)
      : fittedName(runs[row] ?? "", width - BESIDE_TEXT);
  /** Of the one that began last, took longest, has most records. */
  const longest = (rows: readonly number[]): string => {
    const known = rows.map((row) => numbers[row] as number).filter(Number.isFinite);
    return known.length === 0 ? "" : write(Math.max(...known));
  };
  return {
    key,
    name: nameOfColumn(column),
    ...(detail === null ? {} : { take: takeOf(detail) }),
    title: titleOfColumn(column),
    band: t(group),
    isNumeric: isNumeric(column),
    text: key === NAME ? fitted : whole,
    full(row) {
      if (isMissing(row)) return "";
      return isOdd(row) ? t("notFinite") : fullText(column, row, write);
    },
    look: (row) => (isMissing(row) ? "text-faint" : isOdd(row) ? "text-danger" : ""),
    tint: (row) => (isMissing(row) ? undefined : tint(row)),
    ...(group === "metrics" ? { metric: { column, write, goal, numberOf } } : {}),
    ...(group === "run" && isNumeric(column) ? { ofGroup: longest } : {}),
  };
}
