/** Rows of a table: which are shown, and in which order. */

import type { Matcher } from "../search";
import { compareWords } from "../natural";

/** The column by which rows are sorted. */
export interface RowSort {
  /** Key of the column. */
  readonly key: string;
  readonly descending: boolean;
}

type SortValue = string | number | null;

const isUnknown = (value: SortValue): boolean => value === null || Number.isNaN(value);

/** Order of two values; words stand before numbers, what is unknown comes last in both directions. */
function comparing(descending: boolean): (a: SortValue, b: SortValue) => number {
  const sign = descending ? -1 : 1;
  return (a, b) => {
    if (isUnknown(a) || isUnknown(b)) return Number(isUnknown(a)) - Number(isUnknown(b));
    if (typeof a === "number" && typeof b === "number") return a < b ? -sign : a > b ? sign : 0;
    if (typeof a === "string" && typeof b === "string") return sign * compareWords(a, b);
    return typeof a === "string" ? -sign : sign;
  };
}

/** A new list; rows that are equal in the column stay in their order. */
export function sorted<Row>(
  rows: readonly Row[],
  valueOf: ((row: Row) => SortValue) | undefined,
  descending: boolean,
): readonly Row[] {
  if (valueOf === undefined) return rows;
  const compare = comparing(descending);
  const keyed = rows.map((row) => [valueOf(row), row] as const);
  return keyed.sort(([a], [b]) => compare(a, b)).map(([, row]) => row);
}

/** Rows of which one of the columns matches. */
export function matching(
  count: number,
  columns: readonly (readonly string[])[],
  { test }: Matcher,
): readonly number[] {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) {
    if (columns.some((texts) => test(texts[row] ?? ""))) rows.push(row);
  }
  return rows;
}

/** What a click on a column's head makes of the order: numbers begin with the largest. */
export function turned(sort: RowSort, key: string, isText: boolean): RowSort {
  return sort.key === key ? { key, descending: !sort.descending } : { key, descending: !isText };
}
