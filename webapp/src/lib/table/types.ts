/** The table of trials: columns of numbers and words, one row for each trial. */

/** What a hyperparameter may be; a missing one is known by its code. */
export type Value = number | string | boolean | null;

/** Codes of a column's cells below the indexes of its `values`. */
export const NUMBER = -2;
export const MISSING = -1;

/** In the order in which they stand in the table. */
export const groups = ["run", "hparams", "metrics", "lineage", "data", "environment"] as const;
export type TableGroup = (typeof groups)[number];

export interface Column {
  /** Names the column in links, filters and settings; the same as long as its data means the same. */
  readonly key: string;
  readonly group: TableGroup;
  /** As it was logged: `lr`, `loss/test`; also how a query names it. */
  readonly name: string;
  /** What of a metric: null where the name says all. */
  readonly detail: MetricChoice | null;
  /** [rows]; NaN where the cell is no number. A NaN that was logged has the code NUMBER. */
  readonly numbers: Float64Array;
  /** [rows]: NUMBER, MISSING, or an index into `values`. */
  readonly codes: Int32Array;
  /** What is not a number: texts, booleans and null, each once. */
  readonly values: readonly (string | boolean | null)[];
  /** Whether the trials said that it is searched by its magnitude. */
  readonly logarithmic?: boolean;
}

/** Which of a metric's values is better. */
export type Goal = "min" | "max";

/** One number of a scalar's series. */
export type MetricChoice =
  | { readonly tag: string; readonly take: "last" | "min" | "max" | "mean" }
  | { readonly tag: string; readonly take: "at"; readonly step: number }
  /** At the step where the scalar `by` is best. */
  | {
      readonly tag: string;
      readonly take: "best";
      readonly by: string;
      readonly goal: "min" | "max";
    };

export interface Table {
  readonly rows: number;
  /** [rows]: id of the row's run. */
  readonly runs: readonly string[];
  /** [rows]: of the trial in its run, from 0. */
  readonly numbers: Int32Array;
  /** [rows]: how many trials the row's run has. */
  readonly trials: Int32Array;
  /** [rows]: when the trial began, in seconds since 1970. */
  readonly walltime: Float64Array;
  /** Columns by group, then in the order they were first logged. */
  readonly columns: readonly Column[];
  /** Tags that any trial named as its metrics. */
  readonly declared: readonly string[];
  /** Which values of a tag are better, by tag, where trials declared it. */
  readonly goals?: ReadonlyMap<string, Goal>;
  /** How many columns the server had no room for; none unless given. */
  readonly leftOut?: number;
}

/** A condition on one column. A brush in a picture sets the filter of its axis' column. */
export type Filter =
  /** Numbers in [from, to]; an infinite end is open. */
  | { readonly kind: "range"; readonly from: number; readonly to: number }
  /** Any of these values; `missing`: also cells without one. */
  | { readonly kind: "set"; readonly values: readonly Value[]; readonly missing: boolean };

/** The value of a cell; undefined where it is missing. */
export function valueAt(column: Column, row: number): Value | undefined {
  const code = column.codes[row] ?? MISSING;
  if (code === NUMBER) return column.numbers[row] ?? NaN;
  return code === MISSING ? undefined : (column.values[code] ?? null);
}
