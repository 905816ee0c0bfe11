/** Rows of a table: which are shown, and in which order. */

import { compareWords } from "../table/order";
import type { Matcher } from "../search";

/** What stands in one column: texts, or numbers of which NaN is unknown. */
export type Values = readonly string[] | Float64Array;

export interface RowSort {
  /** Key of the column. */
  readonly key: string;
  readonly descending: boolean;
}

/** Order of two rows by a column. What is unknown comes last in both directions. */
function comparing(values: Values, descending: boolean): (a: number, b: number) => number {
  const sign = descending ? -1 : 1;
  if (!(values instanceof Float64Array)) {
    return (a, b) => sign * compareWords(values[a] ?? "", values[b] ?? "");
  }
  return (a, b) => {
    const [one, other] = [values[a] ?? NaN, values[b] ?? NaN];
    if (Number.isNaN(one) || Number.isNaN(other)) {
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
    }
    return one < other ? -sign : one > other ? sign : 0;
  };
}

/** A new list; rows that the column does not tell apart stay in their order. */
export function sorted(
  rows: readonly number[],
  values: Values | undefined,
  descending: boolean,
): readonly number[] {
  return values === undefined ? rows : [...rows].sort(comparing(values, descending));
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
