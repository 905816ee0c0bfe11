/** A grid of runs or trials: what its columns are, and what it knows of its lines. */

import type { Snippet } from "svelte";
import type { ClassValue } from "svelte/elements";
import type { Line } from "../../../lib/table/lines";
import type { Sort } from "../../../lib/table/order";
import type { Write } from "../../../lib/table/cells";
import type { BaselineRows } from "../../../lib/table/baseline";
import type { Column, Goal } from "../../../lib/table/types";
import type { RowGroups } from "../../../state/row-groups.svelte";
import { t } from "../texts";

/** What stands in one column. Rows are those of a table of trials. */
export interface GridColumn {
  readonly key: string;
  /** In its head. */
  readonly name: string;
  /** Smaller, behind the name, such as what is taken of a metric. */
  readonly take?: string;
  /** Where its head is pointed at. */
  readonly title: string;
  /** Stands above neighbors of the same band; nothing does unless any has one. */
  readonly band?: string;
  /** Numbers stand at the right. */
  readonly isNumeric: boolean;
  /** Nothing is sorted by it. */
  readonly isUnsorted?: boolean;
  /** @param width - of the cell, in pixels. */
  readonly text: (row: number, width: number) => string;
  /** Where the cell is pointed at; the text unless given. */
  readonly full?: (row: number) => string;
  /** Words for the look of the cell, such as `text-danger`. */
  readonly look?: (row: number) => ClassValue;
  /** CSS color behind the text. */
  readonly tint?: (row: number) => string | undefined;
  /** In place of the text, such as a curve. */
  readonly cell?: Snippet<[row: number, placed: PlacedColumn]>;
  /** Groups have the mean of it, with its interval, and all say how they differ from the baseline. */
  readonly metric?: GridMetric | undefined;
  /** What others have of it in a group; the one text that all its rows have, or how many there are, unless given. */
  readonly ofGroup?: (rows: readonly number[]) => string;
  readonly groupCell?: Snippet<[rows: readonly number[]]>;
}

/** A metric that has a column. */
export interface GridMetric {
  readonly column: Column;
  readonly write: Write;
  /** Which values are better; null: nobody says that. */
  readonly goal: Goal | null;
  /** What is shown of a row; null: it has none. */
  readonly numberOf: (row: number) => number | null;
}

/** The text that all of them are, or how many there are. */
export function oneText(texts: readonly string[]): string {
  const all = new Set(texts);
  return all.size > 1 ? t("values", { n: all.size }) : (texts[0] ?? "");
}

/** A column among the others: where its cells are. */
export interface PlacedColumn {
  readonly column: GridColumn;
  /** Among all columns, from 0. */
  readonly place: number;
  /** Pixels. */
  readonly left: number;
  readonly width: number;
}

export interface GridModel {
  readonly lines: readonly Line[];
  readonly sorts: readonly Sort[];
  /** Key of the column that runs are judged by. */
  readonly judgedBy: string | undefined;
  /** The row under the pointer, here or elsewhere; null: none. */
  readonly hovered: number | null;
  hover(row: number | null): void;
  /** Id of its run. */
  runOf(row: number): string;
  /** The same wherever the row stands. */
  keyOf(row: number): string;
  readonly groups: RowGroups;
  /** null: there is none. */
  readonly baseline: BaselineRows | null;
  /** Label of the group that is the best; null: none is. */
  readonly leader: string | null;
  /** Of rows: `3 runs`. */
  counted(rows: number): string;
}

/** A row whose name is shown. */
export interface NamedRow {
  readonly row: number;
  /** In how many groups it is. */
  readonly depth: number;
  /** Pixels of its cell. */
  readonly width: number;
  /** The Tab key comes to it. */
  readonly isActive: boolean;
  readonly isPointed: boolean;
  readonly onfocus: () => void;
}

/** Pixels, of what is within a group. */
export const INDENT = 20;

export interface GridOptions {
  readonly model: GridModel;
  readonly label: string;
  readonly columns: readonly GridColumn[];
  /** Pixels of each column. */
  readonly widths: readonly number[];
  /** How many of the columns, the first ones, stay in sight. */
  readonly pinned: number;
  /** Pixels before the columns, and what stands there. */
  readonly lead?: number;
  readonly leadOf?: Snippet<[row: number, depth: number, isOpen: boolean]>;
  readonly leadHead?: Snippet;
  /** The first cell of a row, in which is what keys come to; without it they walk from cell to cell. */
  readonly name?: Snippet<[NamedRow]>;
  /** Pixels. */
  readonly rowHeight: number;
  /** Keys of the rows that have what `detail` draws below them. */
  readonly open?: readonly string[];
  readonly detail?: Snippet<[row: number]>;
  /** The row that was clicked, here or elsewhere. */
  readonly focused?: number | null;
  /** What it shows may change places yet: its room is kept. */
  readonly isWaiting?: boolean;
  /** Lines from `first` up to `end` are in sight, or close to it. */
  readonly onsight?: (first: number, end: number) => void;
  /** @param isFurther - the rows stay sorted by other columns as well. */
  readonly onsort: (key: string, isFurther: boolean) => void;
  /** Whether the menu of a column holds a filter that is set. */
  readonly isFiltered?: (key: string) => boolean;
  /** Opens what can be done with a column, beside its head. */
  readonly onmenu?: (key: string, anchor: HTMLElement) => void;
  readonly onresize?: (key: string, width: number) => void;
  /** Makes a column as wide as its cells. */
  readonly onfit?: (key: string) => void;
  /** @param before - key of the column that it shall stand in front of; null: at the end. */
  readonly onmove?: (key: string, before: string | null) => void;
  /** A row was clicked. */
  readonly onpick?: (row: number) => void;
  /** The key Enter on a row. */
  readonly onenter?: (row: number) => void;
  /** The key Escape. @returns whether it did anything. */
  readonly onescape?: () => boolean;
  /** Where there are no lines. */
  readonly none: Snippet;
}
