/** The table at the cursor. */

import type { ScalarSeries } from "../../api/scalars";
import { nearestIndex } from "../../charts/line/nearest";
import type { Hover } from "../../charts/line/types";
import { columnsOf, type Columns } from "./columns";
import { isSmoothed, type Look, type RunLook } from "./figure";

export type TooltipOrder = "nearest" | "name" | "descending" | "ascending";

export interface TooltipRow {
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

/** What the rows are told of, and how they are sorted. */
export interface TooltipLook extends Look {
  readonly order: TooltipOrder;
}

/** A line that ends within this share of its own length from the cursor is still there. */
const closeBy = 0.03;

/**
 * Series without a point in sight have no row; those with one that is far away come last. Of a series that has a
 * value without a height at the cursor, that value is told.
 */
export function tooltipRows(
  series: readonly ScalarSeries[],
  lookOf: (run: string) => RunLook,
  look: TooltipLook,
  hover: Hover,
): TooltipRow[] {
  const { axis = "step", order } = look;
  const rows: (TooltipRow & { distance: number })[] = [];
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
  const height = ({ smoothed, value }: TooltipRow): number => smoothed ?? value;
  const orders: Record<TooltipOrder, (one: (typeof rows)[0], other: (typeof rows)[0]) => number> = {
    nearest: (one, other) => compare(one.distance, other.distance, 1),
    name: (one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }),
    descending: (one, other) => compare(height(one), height(other), -1),
    ascending: (one, other) => compare(height(one), height(other), 1),
  };
  const wished = orders[order];
  return rows.sort(
    (one, other) => Number(one.isApart) - Number(other.isApart) || wished(one, other),
  );
}

const values = [NaN, Infinity, -Infinity];

/**
 * The point without a height at the cursor; null if there is none, or if one with a height is as near.
 * @param nearest - x of the nearest point with a height; NaN: there is none.
 */
function withoutHeight(
  { x, nonFinite }: Columns,
  nearest: number,
  cursor: number,
): Pick<TooltipRow, "value" | "step" | "walltime" | "isApart"> | null {
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

/** The rows that a table of `limit` has room for: around the nearest one, in the same order. */
export function rowsAround(rows: readonly TooltipRow[], limit: number): readonly TooltipRow[] {
  if (rows.length <= limit) return rows;
  const nearest = Math.max(
    0,
    rows.findIndex(({ isNearest }) => isNearest),
  );
  const start = Math.min(rows.length - limit, Math.max(0, nearest - Math.floor(limit / 2)));
  return rows.slice(start, start + limit);
}

/** The step that all rows are of; null where they differ. */
export function commonStep(rows: readonly TooltipRow[]): number | null {
  const steps = new Set(rows.map(({ step }) => step));
  const [first] = steps;
  return steps.size === 1 ? (first ?? null) : null;
}
