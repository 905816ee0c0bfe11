/** Whether two groups were given the same: what they were not given alike may be what makes them differ. */

import { valueAt, type Column } from "../../lib/table/types";

export interface Balance {
  /** Names of hyperparameters of which the groups have no value in common: no pair is equal in them. */
  readonly apart: readonly string[];
  /** Of those that have, but not as often in both. */
  readonly unequal: readonly string[];
}

/** @param a - rows of the table; so is `b`. */
export function balanceOf(
  columns: readonly Column[],
  a: readonly number[],
  b: readonly number[],
): Balance {
  const apart: string[] = [];
  const unequal: string[] = [];
  for (const column of columns) {
    const [one, other] = [sharesOf(column, a), sharesOf(column, b)];
    const isMet = [...one.keys()].some((value) => other.has(value));
    if (!isMet) apart.push(column.name);
    else if (!isAlike(one, other)) unequal.push(column.name);
  }
  return { apart, unequal };
}

/** How often each value is among the rows, as a share of them. */
function sharesOf(column: Column, rows: readonly number[]): ReadonlyMap<unknown, number> {
  const shares = new Map<unknown, number>();
  for (const row of rows) {
    const value = valueAt(column, row);
    shares.set(value, (shares.get(value) ?? 0) + 1 / rows.length);
  }
  return shares;
}

function isAlike(one: ReadonlyMap<unknown, number>, other: ReadonlyMap<unknown, number>): boolean {
  return (
    one.size === other.size &&
    [...one].every(([value, share]) => Math.abs(share - (other.get(value) ?? 0)) < 1e-9)
  );
}
