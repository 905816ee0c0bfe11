/** Rows that describe a place that the cursor is on. */

import { shortNumber } from "../../lib/numbers";

export interface ReadoutRow {
  readonly name: string;
  /** Color of what the row is of; undefined: it is of the place itself. */
  readonly color?: string | undefined;
  /** One for each column; empty: its name says all. */
  readonly values: readonly string[];
  /** The value with every digit. */
  readonly full?: string;
  /** Whether it is what is pointed at, among others. */
  readonly isMain?: boolean;
}

/** Where in the plane it is. */
export function placeRow({ x, y }: { readonly x: number; readonly y: number }): ReadoutRow {
  return { name: "x, y", values: [`${shortNumber(x, 4)}, ${shortNumber(y, 4)}`] };
}

/** A number with its error; NaN: not known. */
export function withError(value: number, error = NaN, digits?: number): string {
  if (Number.isNaN(value)) return "–";
  const bar = Number.isNaN(error) ? "" : ` ± ${shortNumber(error, 2)}`;
  return `${shortNumber(value, digits)}${bar}`;
}
