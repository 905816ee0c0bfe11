/** Numbers of matrices as text. */

import { formatCount } from "../../lib/format";
import { shortNumber } from "../../lib/numbers";
import type { Norm } from "./model";

/** A number of samples, or a sum of their weights. */
export function amount(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : shortNumber(value, 5);
}

export function share(value: number): string {
  return Number.isNaN(value) ? "–" : value.toFixed(4);
}

/** In a cell there is little room: `0.5`, `.07` and `1`. */
export function cellText(value: number, norm: Norm): string {
  if (Number.isNaN(value)) return "";
  if (norm === "count") return Number.isInteger(value) ? String(value) : shortNumber(value, 3);
  if (value === 0 || value === 1) return String(value);
  return value.toFixed(2).replace("0.", ".");
}

/** A difference says its sign. */
export function signed(text: string, value: number): string {
  return value > 0 ? `+${text}` : text;
}
