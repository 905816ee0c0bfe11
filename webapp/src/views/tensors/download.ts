/** A slice as text. */

import type { TypedArray } from "../../api/arrays";

/** What fits into one answer of the server. */
export const MOST_VALUES = 1_000_000;

/** The shortest text that reads back as the value; `NaN`, `Infinity` and `-Infinity` as such. */
export function separated(values: TypedArray, columns: number, separator: string): string {
  const lines: string[] = [];
  const width = Math.max(1, columns);
  for (let start = 0; start < values.length; start += width) {
    lines.push(Array.from(values.subarray(start, start + width), String).join(separator));
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** Rows of numbers; what JSON can't write is a string, as in the server's own answers. */
export function asJson(values: TypedArray, columns: number): string {
  const rows: string[] = [];
  const width = Math.max(1, columns);
  for (let start = 0; start < values.length; start += width) {
    const row = Array.from(values.subarray(start, start + width), (value) =>
      Number.isFinite(value) ? value : String(value),
    );
    rows.push(JSON.stringify(row));
  }
  return `[${rows.join(",\n")}]\n`;
}
