/** The table at the cursor. */

import type { Axis, ScalarSeries } from "../../api/types";
import type { Hover } from "../../charts/line/types";
import { columnsOf } from "./columns";
import type { RunLook } from "./figure";

export type TooltipOrder = "nearest" | "name" | "descending" | "ascending";

export interface TooltipRow {
  readonly run: string;
  readonly name: string;
  readonly colour: string;
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

/**
 * Where a box is wholly in sight and leaves the cursor's surroundings free: below and to the right of
 * it, or else above, or to the left; on narrow windows below or above it.
 * All in pixels of the window.
 */
export function boxBeside(
  cursor: { x: number; y: number },
  box: { width: number; height: number },
  window: { width: number; height: number },
): { left: number; top: number } {
  const [away, edge] = [24, 8];
  const fitsRight = cursor.x + away + box.width + edge <= window.width;
  const fitsLeft = cursor.x - away - box.width >= edge;
  const left = fitsRight ? cursor.x + away : cursor.x - away - box.width;
  // Beside a finger there is more room than under it.
  const apart = fitsRight || fitsLeft ? away : 2 * away;
  const fitsBelow = cursor.y + apart + box.height + edge <= window.height;
  const top = fitsBelow ? cursor.y + apart : cursor.y - apart - box.height;
  return {
    left: Math.max(edge, Math.min(left, window.width - box.width - edge)),
    top: Math.max(edge, Math.min(top, window.height - box.height - edge)),
  };
}
