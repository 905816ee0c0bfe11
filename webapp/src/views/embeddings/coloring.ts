/** Colors of points by a column of their metadata. Pure. */

import type { MetadataColumn } from "../../api/embeddings";
import { PALETTE } from "../../lib/colors";
import { compareWords } from "../../lib/natural";
import { shortNumber } from "../../lib/numbers";

export type ColorAs = "auto" | "categories" | "ramp";

export interface EmbeddingCategory {
  readonly name: string;
  readonly count: number;
  readonly color: string;
}

/** What the colors mean. */
export type EmbeddingLegend =
  | { readonly kind: "none" }
  | { readonly kind: "ramp"; readonly low: number; readonly high: number; readonly without: number }
  | {
      readonly kind: "categories";
      readonly shown: readonly EmbeddingCategory[];
      /** Categories, and points in them, that share the last color. */
      readonly more: number;
      readonly morePoints: number;
    };

export interface EmbeddingColoring {
  readonly legend: EmbeddingLegend;
  /** Red, green and blue of each point, [3 N]. */
  readonly rgb: Uint8Array;
}

/** From low to high: even steps of lightness, so that it reads without color too. */
const RAMP = ["#45187a", "#3d4f98", "#237a94", "#22a386", "#6fc758", "#f2e13a"].map(parts);
export const RAMP_CSS =
  "linear-gradient(to right, #45187a, #3d4f98, #237a94, #22a386, #6fc758, #f2e13a)";
export const OTHER = "#8b929c";
const PLAIN = "#3f74e0";
const MOST_AUTO = PALETTE.length;

function parts(css: string): readonly [number, number, number] {
  const at = (start: number) => Number.parseInt(css.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

/**
 * @param column - null: all points alike.
 * @param number - of points.
 */
export function colored(
  column: MetadataColumn | null,
  as: ColorAs,
  number: number,
): EmbeddingColoring {
  if (column === null) return { legend: { kind: "none" }, rgb: plain(number) };
  if (column.type === "number" && (as === "ramp" || (as === "auto" && !isFew(column.values)))) {
    return ramp(column.values);
  }
  return categories(column);
}

function plain(number: number): Uint8Array {
  const rgb = new Uint8Array(3 * number);
  const color = parts(PLAIN);
  for (let i = 0; i < number; i++) rgb.set(color, 3 * i);
  return rgb;
}

/** Whole numbers of few sorts, such as the digits' labels. */
function isFew(values: Float64Array): boolean {
  const seen = new Set<number>();
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value)) return false;
    seen.add(value);
    if (seen.size > MOST_AUTO) return false;
  }
  return true;
}

function ramp(values: Float64Array): EmbeddingColoring {
  let [low, high, without] = [Infinity, -Infinity, 0];
  for (const value of values) {
    if (!Number.isFinite(value)) without++;
    else {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  const rgb = new Uint8Array(3 * values.length);
  const other = parts(OTHER);
  values.forEach((value, i) => {
    const share = high > low ? (value - low) / (high - low) : 0.5;
    rgb.set(Number.isFinite(value) ? rampColor(share) : other, 3 * i);
  });
  return { legend: { kind: "ramp", low, high, without }, rgb };
}

/** @param share - 0 (low) to 1 (high). */
export function rampColor(share: number): readonly [number, number, number] {
  const at = Math.min(1, Math.max(0, share)) * (RAMP.length - 1);
  const below = Math.min(RAMP.length - 2, Math.floor(at));
  const [a, b] = [RAMP[below], RAMP[below + 1]];
  if (!a || !b) return [0, 0, 0];
  const mix = (i: 0 | 1 | 2) => Math.round(a[i] + (b[i] - a[i]) * (at - below));
  return [mix(0), mix(1), mix(2)];
}

function categories(column: MetadataColumn): EmbeddingColoring {
  const counts = new Map<string | number, number>();
  for (const value of column.values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const ordered = [...counts].sort(column.type === "number" ? byValue : byCount);
  const most = ordered.length > PALETTE.length ? PALETTE.length - 1 : ordered.length;
  const colors = new Map(
    ordered.slice(0, most).map(([value], i) => [value, PALETTE[i] as string] as const),
  );
  const rest = ordered.slice(most);
  const rgbOf = new Map([...colors].map(([value, color]) => [value, parts(color)] as const));
  const other = parts(OTHER);
  const rgb = new Uint8Array(3 * column.values.length);
  column.values.forEach((value, i) => {
    rgb.set(rgbOf.get(value) ?? other, 3 * i);
  });
  const shown = [...colors].map(([value, color]) => ({
    name: typeof value === "number" ? shortNumber(value) : value,
    count: counts.get(value) ?? 0,
    color,
  }));
  const morePoints = rest.reduce((sum, [, count]) => sum + count, 0);
  return { legend: { kind: "categories", shown, more: rest.length, morePoints }, rgb };
}

type Counted = readonly [string | number, number];

function byValue([a]: Counted, [b]: Counted): number {
  return Number(a) - Number(b);
}

/** The most frequent ones have colors of their own; of equals the first in the alphabet. */
function byCount([a, m]: Counted, [b, n]: Counted): number {
  return n - m || compareWords(String(a), String(b));
}

/** True for a column with fewer values than points: it says what belongs together. */
export function tellsGroups({ values }: MetadataColumn): boolean {
  const seen = new Set<string | number>();
  const most = Math.max(1, values.length / 2);
  for (const value of values) {
    seen.add(value);
    if (seen.size > most) return false;
  }
  return true;
}
