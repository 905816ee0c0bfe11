/** Counting in columns. */

type Column = Record<number, number>;

/** Adds to an item that is there. @returns what it was before. */
export function bump(column: Column, i: number, by = 1): number {
  const before = column[i] as number;
  column[i] = before + by;
  return before;
}
