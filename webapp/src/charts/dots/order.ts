/** The rows along an axis, for the arrow keys. */

import type { ColumnScale } from "../rows/types";

/** @returns the next row along x; the first one if none is hovered. */
export function nextAlong(
  { shares }: ColumnScale,
  rows: Int32Array,
  from: number | null,
  by: 1 | -1,
): number | null {
  const placed = [...rows.filter((row) => !Number.isNaN(shares[row]))].sort(
    (one, other) => (shares[one] as number) - (shares[other] as number) || one - other,
  );
  if (placed.length === 0) return null;
  const at = from === null ? -1 : placed.indexOf(from);
  if (at < 0) return placed[by > 0 ? 0 : placed.length - 1] ?? null;
  return placed[Math.min(placed.length - 1, Math.max(0, at + by))] ?? null;
}
