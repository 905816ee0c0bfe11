/** Matrices of barriers, from a landscape whose rows are lines between models. */

import type { Landscape } from "../../../api/landscapes";
import { shortNames } from "../../../lib/names";

/** `both`: plain above the diagonal, aligned below it. */
export type BarrierShown = "both" | "plain" | "aligned";

export interface Pair {
  /** Places of the models; the first one is the smaller. */
  readonly first: number;
  readonly second: number;
}

/** Why there is no number. */
export type BarrierGap = "waiting" | "nan";

/** Whether a landscape has lines without and with alignment. */
export function waysOf({ settings }: Pick<Landscape, "settings">): {
  readonly plain: boolean;
  readonly aligned: boolean;
} {
  const { align } = settings;
  return { plain: align !== "weights", aligned: align === "weights" || align === "both" };
}

/** All pairs of so many models, in the order of the rows: (0, 1), (0, 2), ... */
export function pairsOf(models: number): Pair[] {
  const found: Pair[] = [];
  for (let first = 0; first < models; first++) {
    for (let second = first + 1; second < models; second++) found.push({ first, second });
  }
  return found;
}

/** The row of a pair's line; null: there is none of its kind. */
export function rowOf(landscape: Landscape, pair: Pair, isAligned: boolean): number | null {
  const models = landscape.settings.models.length;
  const { plain, aligned } = waysOf(landscape);
  if (!(isAligned ? aligned : plain)) return null;
  const { first, second } = pair;
  const place = (first * (2 * models - first - 1)) / 2 + second - first - 1;
  const row = isAligned && plain ? (models * (models - 1)) / 2 + place : place;
  return row < (landscape.y?.length ?? 0) ? row : null;
}

export interface BarrierLine {
  /** Values of a metric along the line, [T]. */
  readonly values: Float64Array;
  readonly done: Uint8Array;
}

export function lineOf(
  landscape: Landscape,
  metric: string,
  pair: Pair,
  isAligned: boolean,
): BarrierLine | null {
  const row = rowOf(landscape, pair, isAligned);
  const values = landscape.values.get(metric);
  if (row === null || values === undefined) return null;
  const [from, to] = [row * landscape.x.length, (row + 1) * landscape.x.length];
  return { values: values.subarray(from, to), done: landscape.done.subarray(from, to) };
}

/**
 * The largest difference of values on a line from the straight line between their ends: max over t
 * of loss(t) - ((1 - t) loss(0) + t loss(1)) (Frankle et al. 2020).
 * @param x - from 0 to 1, rising.
 * @param falls - of a score: the greatest drop, 0 or less.
 * @returns NaN if one of the values is no number.
 */
export function barrierOf(x: Float64Array, values: Float64Array, falls: boolean): number {
  const [start = NaN, end = NaN] = [values[0], values.at(-1)];
  if (values.some(Number.isNaN) || !Number.isFinite(start + end)) return NaN;
  let most = 0;
  values.forEach((value, i) => {
    const above = value - start - (x[i] ?? NaN) * (end - start);
    most = falls ? Math.min(most, above) : Math.max(most, above);
  });
  return most;
}

/** The barrier that a cell shows, or why there is none. */
export function heightOf(
  landscape: Landscape,
  metric: string,
  pair: Pair,
  { aligned, falls }: { readonly aligned: boolean; readonly falls: boolean },
): number | BarrierGap {
  const line = lineOf(landscape, metric, pair, aligned);
  if (line === null || line.done.some((done) => done === 0)) return "waiting";
  const height = barrierOf(landscape.x, line.values, falls);
  return Number.isNaN(height) ? "nan" : height;
}

/** The line that a cell of a matrix of models stands for; null on the diagonal. */
export function lineAt(
  row: number,
  column: number,
  shown: BarrierShown,
): { readonly pair: Pair; readonly aligned: boolean } | null {
  if (row === column) return null;
  const pair = { first: Math.min(row, column), second: Math.max(row, column) };
  return { pair, aligned: shown === "aligned" || (shown === "both" && row > column) };
}

/** Longest name that is drawn, in characters; of a longer one the middle is left out. */
const mostOfName = 28;

/** The names as a drawing has room for them: what distinguishes them stays. */
export function drawnNames(models: readonly string[]): string[] {
  const short = shortNames(models);
  return models.map((model) => {
    const name = short.get(model) ?? model;
    const half = mostOfName / 2;
    return name.length <= mostOfName ? name : `${name.slice(0, half - 1)}…${name.slice(-half)}`;
  });
}

/** The pair of a text such as `1-4`, counted from 1; null if there is no such pair. */
export function pairOf(text: string, models: number): Pair | null {
  const found = /^(\d+)-(\d+)$/.exec(text);
  const [first, second] = [Number(found?.[1]) - 1, Number(found?.[2]) - 1];
  return first >= 0 && first < second && second < models ? { first, second } : null;
}

export function textOf({ first, second }: Pair): string {
  return `${first + 1}-${second + 1}`;
}
