/** Columns of what is known of each row's run, which no record holds. */

import { columnKey } from "./keys";
import { type Column, MISSING, NUMBER } from "./types";

/** @param wordOf - empty: the cell is missing. */
export function wordColumn(name: string, rows: number, wordOf: (row: number) => string): Column {
  const places = new Map<string, number>();
  const codes = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const word = wordOf(row);
    const place = places.get(word) ?? places.size;
    if (word !== "") places.set(word, place);
    codes[row] = word === "" ? MISSING : place;
  }
  const numbers = new Float64Array(rows).fill(NaN);
  const key = columnKey("run", name);
  return { key, group: "run", name, detail: null, numbers, codes, values: [...places.keys()] };
}

/** @param numbers - [rows]; NaN: the cell is missing. */
export function numberColumn(name: string, numbers: Float64Array): Column {
  const codes = Int32Array.from(numbers, (number) => (Number.isNaN(number) ? MISSING : NUMBER));
  return {
    key: columnKey("run", name),
    group: "run",
    name,
    detail: null,
    numbers,
    codes,
    values: [],
  };
}
