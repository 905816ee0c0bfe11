/** The table at the cursor. */

import type { Axis, ScalarSeries } from "../../api/scalars";
import type { Hover } from "../../charts/line/types";
import { columnsOf } from "./columns";
import type { RunLook } from "./figure";

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

/** Series without a point in sight have no row; those with one that is far away come last. */
export function tooltipRows(
  series: readonly ScalarSeries[],
  lookOf: (run: string) => RunLook,
  axis: Axis,
  hover: Hover,
  order: TooltipOrder,
): TooltipRow[] {
  const rows: (TooltipRow & { distance: number })[] = [];
  series.forEach((each, position) => {
    const index = hover.indexes[position] ?? -1;
    const columns = columnsOf(each, axis);
    const [step, walltime] = [columns.step[index], columns.walltime[index]];
    if (step === undefined || walltime === undefined) return;
    rows.push({
      run: each.run,
      ...lookOf(each.run),
      value: columns.value[index] ?? NaN,
      smoothed: columns.smoothed?.[index] ?? null,
      step,
      relative: walltime - each.origin,
      walltime,
      isNearest: position === hover.nearest,
      isApart: hover.apart[position] ?? false,
      distance: hover.distances[position] ?? Infinity,
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
