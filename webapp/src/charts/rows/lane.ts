/** Which cells have a place on an axis of numbers, and where the others go. */

import { MISSING, NUMBER } from "../../lib/table/types";
import { lanes, type Cells, type AxisLane } from "./types";

/** null: on the axis. */
export function laneOf({ numbers, codes }: Cells, row: number, isLog: boolean): AxisLane | null {
  const code = codes[row] ?? MISSING;
  if (code === MISSING) return "missing";
  if (code !== NUMBER) return "other";
  const value = numbers[row] ?? NaN;
  if (Number.isNaN(value)) return "nan";
  if (value === Infinity) return "above";
  if (value === -Infinity) return "below";
  return isLog && value <= 0 ? "nonPositive" : null;
}

/** As a chart keeps it: 0 for none. */
export function codeOf(lane: AxisLane | null): number {
  return lane === null ? 0 : lanes.indexOf(lane) + 1;
}

/** The lanes with rows in them. */
export function asidesOf(
  codes: Uint8Array,
  drawn: Int32Array,
): { lane: AxisLane; count: number }[] {
  const counts = new Array<number>(lanes.length).fill(0);
  for (const row of drawn) {
    const code = codes[row] ?? 0;
    if (code > 0) counts[code - 1] = (counts[code - 1] ?? 0) + 1;
  }
  return lanes.flatMap((lane, i) => {
    const count = counts[i] ?? 0;
    return count > 0 ? [{ lane, count }] : [];
  });
}
