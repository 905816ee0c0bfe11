/** Colors of rows by what a column holds. */

import { ramp } from "../mixed";
import { PALETTE } from "../colors";
import { compareWords } from "../natural";
import { type Column, NUMBER } from "./types";

export type Theme = "light" | "dark";

/** From little to much: different in lightness too, and with a contrast of 3:1 against the page at least. */
const stops: Readonly<Record<Theme, readonly [string, string, string, string]>> = {
  light: ["#1d3f8f", "#7a3fa8", "#cf3f6c", "#d07a10"],
  dark: ["#5b7cf0", "#a76be0", "#ee6f8f", "#f7c04a"],
};
/** Color of cells in which there is nothing to color by. */
const nothing: Readonly<Record<Theme, string>> = { light: "#9aa1ad", dark: "#5d6673" };
/** From this ratio on, positive numbers are colored by their magnitude. */
const logFrom = 100;

/** @returns a color for each share from 0 to 1. */
export function scaleOf(theme: Theme): (share: number) => string {
  const [a, b, c, d] = stops[theme];
  const parts = [ramp(a, b), ramp(b, c), ramp(c, d)] as const;
  return (share) => {
    const place = Math.min(1, Math.max(0, share)) * parts.length;
    const part = Math.min(parts.length - 1, Math.floor(place));
    return parts[part]?.(place - part) ?? a;
  };
}

/**
 * Where a column's numbers lie among those of the rows that are drawn, [rows]: from 0 to 1 for these,
 * beyond for what goes beyond them; NaN for what is no finite number.
 */
export function sharesOf({ numbers, logarithmic }: Column, drawn: Int32Array): Float64Array {
  let [least, most] = [Infinity, -Infinity];
  for (const row of drawn) {
    const number = numbers[row] as number;
    if (!Number.isFinite(number)) continue;
    if (number < least) least = number;
    if (number > most) most = number;
  }
  const isLog = least > 0 && (logarithmic || most / least >= logFrom);
  const place = isLog ? Math.log : (number: number) => number;
  const [from, width] = [place(least), place(most) - place(least)];
  return numbers.map((number) => {
    if (!Number.isFinite(number)) return NaN;
    return width > 0 ? (place(number) - from) / width : 0.5;
  });
}

/** A color for each row: of its number on the scale, which spans the rows that are drawn, or its word's own. */
export function colorsBy(column: Column, drawn: Int32Array, theme: Theme): readonly string[] {
  const scale = scaleOf(theme);
  const shares = sharesOf(column, drawn);
  const inOrder = column.values
    .map((_, code) => code)
    .sort((a, b) => compareWords(String(column.values[a]), String(column.values[b])));
  const words: string[] = [];
  inOrder.forEach((code, i) => (words[code] = PALETTE[i % PALETTE.length] as string));
  return Array.from(column.codes, (code, row) => {
    if (code >= 0) return words[code] ?? nothing[theme];
    const share = shares[row] as number;
    return code === NUMBER && !Number.isNaN(share) ? scale(share) : nothing[theme];
  });
}
