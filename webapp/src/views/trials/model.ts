/** What the table and the charts of the trials share. Every array has one item for each row of the table. */

import type { TableDirection } from "../../lib/table/directions";
import type { Column, Filter, Goal, Table } from "../../lib/table/types";
import type { TrialChart } from "./settings";

/** What the trials are judged by. */
export interface TrialObjective {
  readonly column: Column;
  readonly direction: TableDirection;
}

/** Reactive: reading it in an effect or a derived value follows it. */
export interface TrialsModel {
  readonly table: Table;
  /** The columns that are shown, in the user's order. */
  readonly columns: readonly Column[];
  /** Any column of the table by its key, also one that is not shown. */
  columnOf(key: string): Column | undefined;

  /** Rows that charts draw, rising: of selected runs, not archived, and matching the query. */
  readonly drawn: Int32Array;
  /** [rows]: 1 for rows that also pass the filters of all columns; the others are drawn faintly. */
  readonly inside: Uint8Array;

  /** Filters by the key of their column. */
  readonly filters: ReadonlyMap<string, Filter>;
  /** Sets filters, or takes them away (null): all in one step. */
  setFilters(changes: Iterable<readonly [string, Filter | null]>): void;

  /** The row under the pointer, in whatever chart; null: none. */
  readonly hovered: number | null;
  hover(row: number | null): void;
  /** The row that was clicked: the table scrolls to it and opens it. */
  readonly focused: number | null;
  focus(row: number | null): void;

  /** null where no metric is known. */
  readonly objective: TrialObjective | null;
  setObjective(key: string): void;
  /** Says what is better of a metric, which becomes the objective. */
  setGoal(key: string, goal: Goal): void;
  /**
   * The row with the best objective among the drawn ones that are inside, of what neither failed nor was pruned; null:
   * none has one, or nobody says what is better.
   */
  readonly best: number | null;

  /** The column that colors the rows; null: each has the color of its run. */
  readonly colorBy: Column | null;
  setColorBy(key: string | null): void;
  /** CSS color of each row, for the present theme; another array whenever it changes. */
  readonly colors: readonly string[];

  /** Opens a chart if it is closed, and brings it into sight. */
  showChart(chart: TrialChart): void;

  /** Short name of a row: its run's, with the number of the trial where the run has several. */
  nameOf(row: number): string;
  /** A column's title, with what of a metric is taken: `loss/test (min)`. */
  titleOf(column: Column): string;
}
