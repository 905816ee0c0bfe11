/** Order of the table's rows, and how it is written into the address. */

import { compareWords } from "../../../lib/natural";
import type { Sorting } from "../table/types";

export function parseSort(text: string): Sorting {
  const at = text.lastIndexOf(":");
  return { key: text.slice(0, Math.max(0, at)), descending: text.slice(at + 1) === "down" };
}

export function formatSort({ key, descending }: Sorting): string {
  return key === "" ? "" : `${key}:${descending ? "down" : "up"}`;
}

/** What a click on a column's head asks for: rising, then falling, then no order. */
export function nextSort(before: Sorting, key: string): Sorting {
  if (before.key !== key) return { key, descending: false };
  return before.descending ? { key: "", descending: false } : { key, descending: true };
}

/** @param valueOf - what counts of each; undefined comes last in both directions, NaN before it. */
export function inOrder<T>(
  items: readonly T[],
  { key, descending }: Sorting,
  valueOf: (item: T, key: string) => number | string | null | undefined,
): readonly T[] {
  if (key === "") return items;
  const sign = descending ? -1 : 1;
  const rank = (value: unknown) =>
    value === undefined || value === null ? 2 : Number.isNaN(value) ? 1 : 0;
  return [...items].sort((one, other) => {
    const [a, b] = [valueOf(one, key), valueOf(other, key)];
    const order = rank(a) - rank(b);
    if (order !== 0 || rank(a) > 0) return order;
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    return sign * compareWords(String(a), String(b));
  });
}
