/** By what runs are divided into groups: a column of their table, their folder, or their labels. */

import { byColumn, groupRuns, missingWord, recolored } from "../lib/grouping";
import type { RunGroup, Sorter } from "../lib/grouping";
import { text } from "../lib/codec";
import { compareWords } from "../lib/natural";
import { columnKey } from "../lib/table/keys";
import type { Table } from "../lib/table/types";
import { annotations } from "./annotations.svelte";
import { t } from "./i18n.svelte";
import { runs } from "./runs.svelte";
import { defineSettings, setting, type Shared } from "./settings.svelte";

export const BY_FOLDER = "folder";
export const BY_LABELS = columnKey("run", "labels");
/** All runs are one group. */
export const BY_NOTHING = "none";
/** What the browser remembers; the views that group carry it in their links. */
const kept = defineSettings(null, {
  "group-by": setting("", text, { link: false }),
  "then-by": setting("", text, { link: false }),
});

/** Key of what divides the runs, one for all views that group them; empty: nobody has chosen. */
export const groupBy: Shared<string> = {
  get: () => kept["group-by"],
  set: (key) => {
    kept["group-by"] = key;
  },
};
/** Likewise, of what divides these groups further. */
export const thenBy: Shared<string> = {
  get: () => kept["then-by"],
  set: (key) => {
    kept["then-by"] = key;
  },
};

/** Ranges into which a number with many values is cut, unless it is said otherwise. */
export const RANGES = 4;

/** The folder that a run stands in: `.` for one that stands in none. */
const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf("/"))) || ".";

/** @returns null: there is no such column (yet). */
function sorterOf(table: Table, key: string, ranges: number): Sorter | null {
  const runOf = (row: number): string => table.runs[row] ?? "";
  const byWord = (wordOf: (run: string) => string): Sorter => ({
    name: "",
    wordOf: (row) => wordOf(runOf(row)),
    compare: compareWords,
  });
  if (key === BY_FOLDER) return byWord((run) => folderOf(runs.byId.get(run)?.name ?? ""));
  if (key === BY_LABELS)
    return byWord((run) => annotations.of(run).labels.join(", ") || missingWord);
  const column = table.columns.find((each) => each.key === key);
  // Of all rows, so that a group stays what it is while some runs are looked at.
  return column === undefined
    ? null
    : byColumn(
        column,
        table.runs.map((_, row) => row),
        ranges,
      );
}

/** @param keys - one after the other; those that divide nothing are left out. */
export function sortersOf(
  table: Table,
  keys: readonly string[],
  ranges = RANGES,
): readonly Sorter[] {
  return [...new Set(keys)].flatMap((key) => sorterOf(table, key, ranges) ?? []);
}

/**
 * The groups of the chosen runs, in the colors that they have among all runs: choosing some changes none.
 * @param members - what is in the groups in place of runs, such as trials, [rows].
 */
export function groupsOf(
  table: Table,
  sorters: readonly Sorter[],
  chosen: (member: string) => boolean,
  members = table.runs,
): readonly RunGroup[] {
  const every = groupRuns(table, sorters, () => true, t("several"));
  return recolored(groupRuns({ ...table, runs: members }, sorters, chosen, t("several")), every);
}
