/** From the curves of groups to lines and areas of a chart. */

import type { GroupAxis, GroupCurves } from "../../api/groups";
import type { Hover, Figure } from "../../charts/line/types";
import { fullNumber } from "../../lib/numbers";
import { cellOf } from "../../lib/table/cell";
import type { Group } from "./grouping";

export interface Look {
  readonly axis: GroupAxis;
  readonly logX: boolean;
  readonly logY: boolean;
}

/** @param curves - one for each group. */
export function figureOf(
  groups: readonly Group[],
  curves: readonly GroupCurves[],
  look: Look,
): Figure {
  const drawn = curves.flatMap((curve, i) => {
    const group = groups[i];
    return group === undefined ? [] : [{ group, curve }];
  });
  return {
    lines: drawn.map(({ group: { key, label, color }, curve: { x, middle } }) => ({
      key,
      label,
      color,
      x,
      y: middle,
    })),
    areas: drawn.map(({ group: { color }, curve: { x, low, high } }) => ({
      color,
      x,
      low,
      high,
    })),
    quiet: drawn.flatMap(({ group: { color }, curve: { singles } }) =>
      singles.map(({ x, y }) => ({ x, y, color })),
    ),
    kind: look.axis === "step" ? "integer" : look.axis === "tag" ? "number" : "relative",
    logX: look.logX,
    logY: look.logY,
  };
}

export interface TooltipRow {
  readonly key: string;
  readonly label: string;
  readonly color: string;
  readonly x: number;
  readonly middle: number;
  /** NaN where there is no band. */
  readonly low: number;
  readonly high: number;
  /** Runs that count there. */
  readonly count: number;
  readonly isNearest: boolean;
  /** The group has ended before the cursor, or begins after it. */
  readonly isApart: boolean;
}

/** The table at the cursor: groups in their order. */
export function tooltipRows(
  groups: readonly Group[],
  curves: readonly GroupCurves[],
  { indexes, nearest, apart }: Hover,
): TooltipRow[] {
  return groups.flatMap(({ key, label, color }, position) => {
    const index = indexes[position] ?? -1;
    const curve = curves[position];
    const x = curve?.x[index];
    if (curve === undefined || x === undefined) return [];
    return [
      {
        key,
        label,
        color,
        x,
        middle: curve.middle[index] ?? NaN,
        low: curve.low[index] ?? NaN,
        high: curve.high[index] ?? NaN,
        count: curve.count[index] ?? 0,
        isNearest: position === nearest,
        isApart: apart[position] ?? false,
      },
    ];
  });
}

/** What is shown as a table of text. */
export function shownCsv(groups: readonly Group[], curves: readonly GroupCurves[]): string {
  const number = (value: number | undefined): string =>
    value === undefined || Number.isNaN(value) ? "" : fullNumber(value);
  const rows = groups.flatMap(({ label }, position) => {
    const curve = curves[position];
    if (curve === undefined) return [];
    return Array.from(curve.x, (x, i) =>
      [
        cellOf(label),
        number(x),
        number(curve.middle[i]),
        number(curve.low[i]),
        number(curve.high[i]),
        String(curve.count[i] ?? 0),
      ].join(","),
    );
  });
  return ["group,x,middle,low,high,runs", ...rows, ""].join("\r\n");
}

/** Where the first run of a group ends while others go on: from there on the middle is of other runs. */
export function dropOut(curves: readonly GroupCurves[]): number | null {
  const places = curves.flatMap(({ x, count }) => {
    const at = count.findIndex((runs, i) => i > 0 && runs < (count[i - 1] ?? 0));
    return at < 0 ? [] : [x[at - 1] ?? NaN];
  });
  return places.length === 0 ? null : Math.min(...places);
}
