/** Who leads, by how much, and whether that is decided. */

import { collect } from "../groups";
import type { Column, Goal } from "./types";

/** A run, or a group of them, as it is judged. */
export interface Contender {
  readonly key: string;
  /** How many of its runs have a finite value. */
  readonly n: number;
  readonly mean: number;
  /** Half of the 95 % confidence interval of the mean (Student's t); null: one run has none. */
  readonly half: number | null;
}

export interface Standing {
  readonly leader: Contender;
  /** null: nothing else has a value. */
  readonly next: Contender | null;
  /** How far the next one is behind. */
  readonly gap: number | null;
  /**
   * Whether their intervals lie apart; null: one of them has no interval. Intervals that touch do not say that the two
   * are equal, only that so few runs have not decided it.
   */
  readonly isDecided: boolean | null;
}

/** Two-sided 95 % quantiles of Student's t with 1 to 8 degrees of freedom. */
const few = [NaN, 12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.306];
const Z = 1.959964;

/**
 * Two-sided 95 % quantile of Student's t, within 0.001: a table, then its expansion around the normal distribution
 * (Abramowitz and Stegun, 26.7.5).
 */
export function t95(freedom: number): number {
  if (freedom < few.length) return few[freedom] ?? NaN;
  const [z, f] = [Z, freedom];
  return (
    z +
    (z ** 3 + z) / (4 * f) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * f ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * f ** 3)
  );
}

/** @param values - of the runs of one group. @returns null: none is finite. */
export function contender(key: string, values: readonly number[]): Contender | null {
  const finite = values.filter(Number.isFinite);
  const n = finite.length;
  if (n === 0) return null;
  const mean = finite.reduce((sum, value) => sum + value, 0) / n;
  const squares = finite.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { key, n, mean, half: n < 2 ? null : t95(n - 1) * Math.sqrt(squares / (n - 1) / n) };
}

/** @returns null: there is none. */
export function standingOf(contenders: readonly Contender[], goal: Goal): Standing | null {
  const sign = goal === "min" ? 1 : -1;
  const [leader, next = null] = [...contenders].sort((a, b) => sign * (a.mean - b.mean));
  if (leader === undefined) return null;
  if (next === null) return { leader, next, gap: null, isDecided: null };
  const gap = sign * (next.mean - leader.mean);
  const isDecided =
    leader.half === null || next.half === null ? null : gap > leader.half + next.half;
  return { leader, next, gap, isDecided };
}

/** @param keyOf - of the run, or of the group that the row's run belongs to. */
export function contendersOf(
  { numbers }: Column,
  rows: Iterable<number>,
  keyOf: (row: number) => string,
): readonly Contender[] {
  const values = collect(rows, keyOf);
  return [...values].flatMap(
    ([key, own]) =>
      contender(
        key,
        own.map((row) => numbers[row] ?? NaN),
      ) ?? [],
  );
}
