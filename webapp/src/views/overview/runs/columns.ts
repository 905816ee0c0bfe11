/** The columns of the table: what stands in each, and how wide it is. Pixels. */

import type { Run } from "../../../api/runs";
import type { GridColumn } from "../../../cards/table/grid/column";
import type { Sized } from "../../../cards/table/grid/layout";
import { duration } from "../../../lib/durations";
import { formatAgo, formatCount } from "../../../lib/format";
import { fullNumber, shortNumber } from "../../../lib/numbers";
import { cellText, isNumeric, type Write, writingOf } from "../../../lib/table/cells";
import { type Column, MISSING } from "../../../lib/table/types";
import { textWidth } from "../../../lib/text-width";
import { walltime } from "../../../lib/walltimes";
import { annotations } from "../../../state/annotations.svelte";
import { clock } from "../../../state/clock.svelte";
import { i18n } from "../../../state/i18n.svelte";
import { runs } from "../../../state/runs.svelte";
import { lastOf, type Overview } from "../overview.svelte";
import { t } from "../texts";
import { DURATION, LABELS, NAME, NOTE, OUTCOME, PICTURE, STATE, STEP, UPDATED } from "./run-rows";
import { runTitle, titleOfMetric } from "./titles";

/** Columns of a run itself, in their order, that can be hidden. */
export const OPTIONAL = [STATE, OUTCOME, STEP, DURATION, UPDATED, PICTURE, LABELS, NOTE] as const;

const METRIC_WIDTH = 160;
/** Heads of groups have "67 of 76 0.0240 ± 0.0012" there, and "12 values" in the place of a hyperparameter. */
const GROUPED_METRIC = 196;
/** More of these where there is a baseline: "−0.00412 (−1.6 %)", and of groups "−0.041 [−0.061, −0.021]". */
const CHANGE = 44;
const GROUPED_HPARAM = 92;
const NAME_WIDTH = 270;
/** What names and curves keep where the columns have little room. */
const LEAST_NAME = 200;
const LEAST_METRIC = 120;
const NARROWEST = 64;
const WIDEST = 150;
const BESIDE = 34;
/** Of a column's cells so many are measured. */
const MEASURED = 60;

const widths: Readonly<Record<string, number>> = {
  [NAME]: NAME_WIDTH,
  [STATE]: 148,
  [OUTCOME]: 92,
  [STEP]: 84,
  [DURATION]: 100,
  [UPDATED]: 92,
  [PICTURE]: 64,
  [LABELS]: 130,
  [NOTE]: 180,
};

/** What grows with a run: of a group, that of the run that is furthest, took longest, wrote last. */
const measures: Readonly<
  Record<string, { readonly of: (run: Run) => number | null; readonly write: Write }>
> = {
  [STEP]: { of: (run) => run.last_step, write: formatCount },
  [DURATION]: { of: (run) => run.duration, write: duration },
  [UPDATED]: {
    of: (run) => run.updated,
    write: (when) => formatAgo(clock.now - when, i18n.language),
  },
};

/** @param most - what its width may be. */
export function runColumn(overview: Overview, key: string, most = Infinity): GridColumn & Sized {
  const width = Math.min(most, widths[key] ?? NARROWEST);
  const measure = measures[key];
  const numberOf = (row: number): number | null => {
    const run = runs.byId.get(overview.runOf(row));
    return run === undefined ? null : (measure?.of(run) ?? null);
  };
  const write = (number: number | null): string =>
    number === null || measure === undefined ? "" : measure.write(number);
  const about = (row: number) => annotations.of(overview.runOf(row));
  const texts: Readonly<Record<string, (row: number) => string>> = {
    [LABELS]: (row) => about(row).labels.join(", "),
    [NOTE]: (row) => about(row).note,
  };
  const text = texts[key] ?? ((row: number) => write(numberOf(row)));
  return {
    ...{ key, name: runTitle(key), title: runTitle(key), text, width },
    ...(key === NAME ? { least: Math.min(width, LEAST_NAME) } : {}),
    ...(key === UPDATED ? { full: (row) => walltime(numberOf(row) ?? NaN) } : {}),
    isNumeric: measure !== undefined,
    isUnsorted: key === PICTURE,
    ofGroup: (rows) => {
      const numbers = rows.flatMap((row) => numberOf(row) ?? []);
      return numbers.length === 0 ? "" : write(Math.max(...numbers));
    },
  };
}

export function metricColumn(overview: Overview, tag: string): GridColumn & Sized {
  const key = overview.keyOfTag(tag);
  const column = overview.columnOf(key);
  const write: Write = column === undefined ? shortNumber : writingOf(column);
  /** The curve's own last value is newer than the table; null: there is none. */
  const valueOf = (row: number): number | null => {
    const series = overview.sparks.of(overview.runOf(row), tag);
    if (series !== undefined && key === lastOf(tag)) return series.stats.last;
    const isKnown = (column?.codes[row] ?? MISSING) !== MISSING;
    return isKnown ? (column?.numbers[row] ?? null) : null;
  };
  const written = (write: Write) => (row: number) => {
    const value = valueOf(row);
    return value === null ? "" : write(value);
  };
  const title = titleOfMetric(key, tag);
  const more = overview.baseline === null ? 0 : CHANGE;
  return {
    ...{ key, name: title, isNumeric: true },
    title: overview.objective?.key === key ? t("objectiveHead", { name: title }) : title,
    text: written(write),
    full: written(fullNumber),
    look: (row) => (Number.isFinite(valueOf(row) ?? 0) ? "" : "text-danger font-bold"),
    ...(column === undefined
      ? {}
      : { metric: { column, write, goal: overview.goalOf(tag), numberOf: valueOf } }),
    ofGroup: () => "",
    width: more + (overview.isGrouped ? GROUPED_METRIC : METRIC_WIDTH),
    least: more + (overview.isGrouped ? GROUPED_METRIC : LEAST_METRIC),
  };
}

export function hparamColumn(column: Column, isGrouped: boolean): GridColumn & Sized {
  const { key, name } = column;
  const write = writingOf(column);
  const step = Math.max(1, Math.floor(column.codes.length / MEASURED));
  let widest = textWidth(name) + BESIDE;
  for (let row = 0; row < column.codes.length; row += step) {
    widest = Math.max(widest, textWidth(cellText(column, row, write)) + BESIDE / 2);
  }
  return {
    ...{ key, name, title: name, isNumeric: isNumeric(column) },
    text: (row) => cellText(column, row, write),
    width: Math.round(Math.min(WIDEST, Math.max(isGrouped ? GROUPED_HPARAM : NARROWEST, widest))),
  };
}
