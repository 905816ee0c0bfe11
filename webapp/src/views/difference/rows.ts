/** Which trials the view begins with. */

import { usualMetrics } from "../../lib/table/asked";
import type { Column, Goal, Table } from "../../lib/table/types";

/** So many are compared at once. */
export const mostRows = 8;

/** What is better of a scalar; null: nobody says. */
export type GoalOf = (table: Table, tag: string) => Goal | null;

/** What settings call a trial: `run/number`. */
export function trialKey({ runs, numbers }: Table, row: number): string {
  return `${runs[row] ?? ""}/${numbers[row] ?? 0}`;
}

/** The rows of some runs by what settings call them. */
export function rowsByTrial(table: Table, chosen: readonly string[]): ReadonlyMap<string, number> {
  const wanted = new Set(chosen);
  return new Map(
    table.runs.flatMap((run, row) =>
      wanted.has(run) ? [[trialKey(table, row), row] as const] : [],
    ),
  );
}

/**
 * The two best of the selected runs by what is judged: of a metric that is not finite none is good. Where there is no
 * metric, or nobody says what is better of it, the first two; two trials of one run are as good as two runs.
 * @param chosen - ids of the selected runs, in their order.
 * @param others - ids of all runs, for when fewer than two are selected.
 * @returns rows of the table, -1 for what there is not.
 */
export function openingRows(
  table: Table,
  chosen: readonly string[],
  others: readonly string[],
  isCandidate: (id: string) => boolean,
  goalOf: GoalOf,
): [number, number] {
  const [a = -1, b = -1] = rankedRows(table, chosen, isCandidate, goalOf);
  if (b >= 0) return [a, b];
  const [first = -1, second = -1] = rankedRows(table, others, isCandidate, goalOf);
  return a < 0 ? [first, second] : [a, first === a ? second : first];
}

/**
 * The rows of some runs, the best one first, those that are no candidates behind it; those that can't be judged keep
 * their order, at the end.
 */
export function rankedRows(
  table: Table,
  chosen: readonly string[],
  isCandidate: (id: string) => boolean,
  goalOf: GoalOf,
): readonly number[] {
  const place = new Map(chosen.map((run, i) => [run, i]));
  const rows = table.runs
    .flatMap((run, row) => (place.has(run) ? [row] : []))
    .sort((one, other) => orderOf(table, place, one) - orderOf(table, place, other) || one - other);
  const judged = objectiveOf(table);
  const goal = judged === null ? null : goalOf(table, judged.name);
  if (judged === null || goal === null) return rows;
  const sign = goal === "min" ? 1 : -1;
  const valueOf = (row: number): number => sign * (judged.numbers[row] ?? NaN);
  const groupOf = (row: number): number => {
    if (!Number.isFinite(valueOf(row))) return 2;
    return isCandidate(table.runs[row] ?? "") ? 0 : 1;
  };
  return [...rows].sort((one, other) => {
    const [a, b] = [groupOf(one), groupOf(other)];
    return a - b || (a === 2 ? 0 : valueOf(one) - valueOf(other));
  });
}

function orderOf(table: Table, place: ReadonlyMap<string, number>, row: number): number {
  return place.get(table.runs[row] ?? "") ?? Infinity;
}

/** The metric that trials are judged by until a user says otherwise. */
function objectiveOf({ declared, columns }: Table): Column | null {
  const metrics = columns.filter(({ group }) => group === "metrics");
  const usual = usualMetrics(
    declared,
    metrics.map(({ name }) => name),
  );
  const found = usual.map((key) => metrics.find((column) => column.key === key));
  return found.find((column) => column !== undefined) ?? null;
}
