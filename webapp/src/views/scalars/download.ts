/** The points that a chart shows, as files. */

import type { Axis, ScalarSeries } from "../../api/scalars";
import { firstAtOrAfter } from "../../charts/line/nearest";
import type { ChartRange } from "../../charts/line/types";
import { columnsOf } from "../../cards/scalars/columns";
import { cellOf } from "../../lib/table/cell";

interface Point {
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  readonly walltime: number;
  readonly relative: number;
  readonly value: number;
  readonly smoothed: number | null;
}

/** The points of all series within a range of the axis. */
function* pointsIn(
  series: readonly ScalarSeries[],
  nameOf: (run: string) => string,
  axis: Axis,
  [min, max]: ChartRange,
): Generator<Point> {
  for (const each of series) {
    const { x, step, walltime, value, smoothed } = columnsOf(each, axis);
    const from = firstAtOrAfter(x, min);
    for (let i = from; i < x.length && (x[i] ?? Infinity) <= max; i++) {
      yield {
        run: nameOf(each.run),
        tag: each.tag,
        step: step[i] ?? NaN,
        walltime: walltime[i] ?? NaN,
        relative: (walltime[i] ?? NaN) - each.origin,
        value: value[i] ?? NaN,
        smoothed: smoothed?.[i] ?? null,
      };
    }
  }
}

const header = ["run", "tag", "step", "walltime", "relative", "value", "smoothed"] as const;

/** Comma-separated values with a header, as RFC 4180 has them. */
export function shownCsv(
  series: readonly ScalarSeries[],
  nameOf: (run: string) => string,
  axis: Axis,
  range: ChartRange,
): string {
  const rows = [header.join(",")];
  for (const point of pointsIn(series, nameOf, axis, range)) {
    rows.push(header.map((column) => cellOf(point[column])).join(","));
  }
  return rows.join("\r\n") + "\r\n";
}

/** A list of points; what JSON has no number for is written as a string. */
export function shownJson(
  series: readonly ScalarSeries[],
  nameOf: (run: string) => string,
  axis: Axis,
  range: ChartRange,
): string {
  const plain = (_key: string, value: unknown): unknown =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  return JSON.stringify([...pointsIn(series, nameOf, axis, range)], plain, 1);
}
