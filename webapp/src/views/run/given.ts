/** What a run was given and where it ran, as the table of trials shows it. */

import { fullNumber } from "../../lib/numbers";
import { type TableGroup, type Table, valueAt } from "../../lib/table/types";

export interface GivenValue {
  readonly name: string;
  readonly text: string;
}

/** Rows of the run's trials, in their order. */
export function rowsOf({ runs }: Table, run: string): readonly number[] {
  return runs.flatMap((id, row) => (id === run ? [row] : []));
}

/** What stands in the columns of a group: of several trials all different values, in their order. */
export function givenOf(
  table: Table,
  rows: readonly number[],
  group: TableGroup,
): readonly GivenValue[] {
  return table.columns
    .filter((column) => column.group === group)
    .flatMap((column) => {
      const values = rows.map((row) => valueAt(column, row)).filter((each) => each !== undefined);
      const texts = values.map((each) =>
        typeof each === "number" ? fullNumber(each) : String(each),
      );
      const text = [...new Set(texts)].join(", ");
      return values.length === 0 ? [] : [{ name: column.name, text }];
    });
}

/**
 * Of a data pipeline what its stages were given: without stages that are not there, settings that are not set, and
 * single numbers of lists.
 */
export function settingsOf(given: readonly GivenValue[]): readonly GivenValue[] {
  const isStage = (name: string): boolean => !name.slice(name.lastIndexOf("/") + 1).includes(".");
  return given.filter(
    ({ name, text }) =>
      text !== "null" && !(isStage(name) && text === "false") && !/\[\d+\]$/.test(name),
  );
}

/** The run before and after one in a list; null at its ends, and where it is not in the list. */
export function neighborsOf(
  ids: readonly string[],
  id: string,
): { readonly previous: string | null; readonly next: string | null; readonly place: number } {
  const place = ids.indexOf(id);
  if (place < 0) return { previous: null, next: null, place };
  return { previous: ids[place - 1] ?? null, next: ids[place + 1] ?? null, place };
}
