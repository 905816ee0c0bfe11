/** The table at the cursor. */

import type { ScalarSeries } from "../../api/scalars";
import { nearestIndex } from "../../charts/line/nearest";
import type { Hover } from "../../charts/line/types";
import { type Cut, cutAround } from "../../lib/cut-rows";
import { compareWords } from "../../lib/natural";
import type { Goal } from "../../lib/table/types";
import { columnsOf, type ScalarColumns } from "./columns";
import { isSmoothed, type ScalarLook, type ScalarRunLook } from "./figure";

/** `best`: what is better first; where nobody says that, the largest. */
export const orders = ["best", "nearest", "name", "descending", "ascending"] as const;
export type TooltipOrder = (typeof orders)[number];

export interface ScalarTooltipRow {
  readonly run: string;
  readonly name: string;
  readonly color: string;
  readonly value: number;
  readonly smoothed: number | null;
  readonly step: number;
  /** Seconds since the series' first point. */
  readonly relative: number;
  readonly walltime: number;
  readonly isNearest: boolean;
  /** The run has ended before the cursor, or begins after it. */
  readonly isApart: boolean;
}

/** How the rows look, and how they are sorted. */
export interface TooltipLook extends ScalarLook {
  readonly order: TooltipOrder;
  /** Whether less or more is better; nobody says it unless given. */
  readonly goal?: Goal | null;
}

/** A line that ends within this share of its own length from the cursor is still there. */
const closeBy = 0.03;

/**
 * Series without a point in sight have no row; those with one that is far away come last. Of a series that has a
 * value without a height at the cursor, that value is shown.
 */
export function tooltipRows(
  series: readonly ScalarSeries[],
  lookOf: (run: string) => ScalarRunLook,
  look: TooltipLook,
  hover: Hover,
): ScalarTooltipRow[] {
  const { axis = "step", order, goal = null } = look;
  const rows: (ScalarTooltipRow & { distance: number })[] = [];
  series.forEach((each, position) => {
    const columns = columnsOf(each, axis);
    const place = {
      run: each.run,
      ...lookOf(each.run),
      isNearest: position === hover.nearest,
      distance: hover.distances[position] ?? Infinity,
    };
    const index = hover.indexes[position] ?? -1;
    const without = withoutHeight(columns, columns.x[index] ?? NaN, hover.x);
    if (without !== null) {
      const relative = without.walltime - each.origin;
      rows.push({ ...place, ...without, relative, smoothed: null, isNearest: false });
      return;
    }
    const [step, walltime] = [columns.step[index], columns.walltime[index]];
    if (step === undefined || walltime === undefined) return;
    rows.push({
      ...place,
      value: columns.value[index] ?? NaN,
      smoothed: isSmoothed(each, look) ? (columns.smoothed?.[index] ?? null) : null,
      step,
      relative: walltime - each.origin,
      walltime,
      isApart: hover.apart[position] ?? false,
    });
  });
  const byOrder: Record<TooltipOrder, (one: (typeof rows)[0], other: (typeof rows)[0]) => number> =
    {
      best: (one, other) => compare(height(one), height(other), goal === "min" ? 1 : -1),
      nearest: (one, other) => compare(one.distance, other.distance, 1),
      name: (one, other) => compareWords(one.name, other.name),
      descending: (one, other) => compare(height(one), height(other), -1),
      ascending: (one, other) => compare(height(one), height(other), 1),
    };
  const wished = byOrder[order];
  return rows.sort(
    (one, other) => Number(one.isApart) - Number(other.isApart) || wished(one, other),
  );
}

/** Where a row stands by its value. */
const height = ({ smoothed, value }: ScalarTooltipRow): number => smoothed ?? value;

const values = [NaN, Infinity, -Infinity];

/**
 * The point without a height at the cursor; null if there is none, or if one with a height is as near.
 * @param nearest - x of the nearest point with a height; NaN: there is none.
 */
function withoutHeight(
  { x, nonFinite }: ScalarColumns,
  nearest: number,
  cursor: number,
): Pick<ScalarTooltipRow, "value" | "step" | "walltime" | "isApart"> | null {
  const i = nearestIndex(nonFinite.x, cursor);
  const at = nonFinite.x[i];
  if (at === undefined) return null;
  const away = Math.abs(at - cursor);
  if (away >= Math.abs(nearest - cursor)) return null;
  const first = Math.min(x[0] ?? at, nonFinite.x[0] ?? at);
  const last = Math.max(x.at(-1) ?? at, nonFinite.x.at(-1) ?? at);
  return {
    value: values[nonFinite.what[i] ?? 0] ?? NaN,
    step: nonFinite.step[i] ?? NaN,
    walltime: nonFinite.walltime[i] ?? NaN,
    isApart: away > closeBy * (last - first),
  };
}

/** @param sign - 1 for rising order, -1 for falling; NaN comes last in both. */
function compare(one: number, other: number, sign: 1 | -1): number {
  if (Number.isNaN(one) || Number.isNaN(other))
    return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
  return one === other ? 0 : one < other ? -sign : sign;
}

export interface TooltipTable {
  readonly cut: Cut<ScalarTooltipRow>;
  /** How many runs have which value without a height, where such runs share a line. */
  readonly lost: readonly (readonly [value: number, runs: number])[];
}

/**
 * What a table of `limit` rows has room for: the rows around the nearest one, and the best. Where not all have room, runs
 * without a height give theirs up.
 */
export function tooltipTable(
  rows: readonly ScalarTooltipRow[],
  limit: number,
  goal: Goal | null,
): TooltipTable {
  if (rows.length <= limit) return { cut: cutAround(rows, limit), lost: [] };
  const high = rows.filter(({ value }) => Number.isFinite(value));
  const lost = values.map((value) => {
    const count = rows.filter((row) => Object.is(row.value, value)).length;
    return [value, count] as const;
  });
  return {
    cut: cutAround(high, limit, bestOf(high, goal)),
    lost: lost.filter(([, count]) => count > 0),
  };
}

/** The best row of those that have not ended; null where nobody says what is better. */
function bestOf(rows: readonly ScalarTooltipRow[], goal: Goal | null): ScalarTooltipRow | null {
  if (goal === null) return null;
  const sign = goal === "min" ? 1 : -1;
  let best: ScalarTooltipRow | null = null;
  for (const row of rows) {
    if (row.isApart) continue;
    if (best === null || compare(height(row), height(best), sign) < 0) best = row;
  }
  return best;
}

/** The step that all rows are of; null where they differ. */
export function commonStep(rows: readonly ScalarTooltipRow[]): number | null {
  const steps = new Set(rows.map(({ step }) => step));
  const [first] = steps;
  return steps.size === 1 ? (first ?? null) : null;
}
