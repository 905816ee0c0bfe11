/** What a column holds, for choosing a filter. */

import { compareWords } from "../natural";
import { type Column, MISSING, NUMBER, type Value } from "./types";

export interface Summary {
  /** Least and greatest of the finite numbers; NaN if there are none. */
  readonly least: number;
  readonly most: number;
  /** Finite numbers in equal parts of [least, most]. */
  readonly bins: Int32Array;
  /** Whether the parts are equal on a logarithmic scale. */
  readonly isLog: boolean;
  /** Each value with its count, the most frequent first; at most `mostValues`. */
  readonly values: readonly { readonly value: Value; readonly count: number }[];
  /** How many different values there are. */
  readonly distinct: number;
  readonly missing: number;
}

/** More than this are found by a search, not by looking. */
export const mostValues = 200;
const binCount = 30;
/** From this ratio of the largest to the smallest on, equal parts would put nearly all into one. */
const logFrom = 200;

export function summaryOf({ numbers, codes, values }: Column): Summary {
  let [least, most, missing] = [Infinity, -Infinity, 0];
  const counts = new Map<Value, number>();
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    if (code === MISSING) {
      missing++;
      continue;
    }
    const value = code === NUMBER ? (numbers[row] as number) : (values[code] ?? null);
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (typeof value !== "number" || !Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const isLog = least > 0 && most / least >= logFrom;
  const bins = new Int32Array(binCount);
  if (most >= least) {
    const place = isLog ? Math.log : (value: number) => value;
    const [from, width] = [place(least), place(most) - place(least)];
    for (const [value, count] of counts) {
      if (typeof value !== "number" || !Number.isFinite(value)) continue;
      const share = width > 0 ? (place(value) - from) / width : 0.5;
      const bin = Math.min(binCount - 1, Math.floor(share * binCount));
      bins[bin] = (bins[bin] ?? 0) + count;
    }
  }
  const frequent = [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareValues(a.value, b.value));
  return {
    least: most >= least ? least : NaN,
    most: most >= least ? most : NaN,
    bins,
    isLog,
    values: frequent.slice(0, mostValues),
    distinct: counts.size,
    missing,
  };
}

function compareValues(one: Value, other: Value): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return compareWords(String(one), String(other));
}

/** Whether a filter of the column is better a range than a set. */
export function isRanged({ values, least, most, distinct }: Summary): boolean {
  return most > least && distinct > 12 && values.every(({ value }) => typeof value === "number");
}
