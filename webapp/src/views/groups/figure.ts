/** From the curves of groups to lines and areas of a chart. */

import type { Band, GroupAxis, GroupCurves } from "../../api/groups";
import type { Area, LineFigure, Hover, LineParts } from "../../charts/line/types";
import { fullNumber } from "../../lib/numbers";
import { cellOf } from "../../lib/table/cell";
import type { RunGroup } from "../../lib/grouping";

export interface GroupsLook {
  readonly axis: GroupAxis;
  readonly logX: boolean;
  readonly logY: boolean;
  readonly band: Band;
  /** Whether single runs are drawn; they decide on the height all the same. */
  readonly singles: boolean;
}

/** @param curves - one for each group. */
export function figureOf(
  groups: readonly RunGroup[],
  curves: readonly GroupCurves[],
  look: GroupsLook,
): LineFigure {
  const drawn = curves.flatMap((curve, i) => {
    const group = groups[i];
    return group === undefined ? [] : [{ group, curve }];
  });
  return {
    lines: drawn.map(({ group: { key, label, color }, curve }) => ({
      key,
      label,
      color,
      x: curve.x,
      y: curve.middle,
      ...(hasFewer(curve) && { parts: partsOf(curve) }),
    })),
    areas: drawn.flatMap(({ group: { color }, curve }) => areasOf(curve, color, look.band)),
    quiet: drawn.flatMap(({ group: { color }, curve: { singles } }) =>
      singles.map(({ run, x, y }) => ({ key: run, x, y, color, isHidden: !look.singles })),
    ),
    fit: "most",
    kind: look.axis === "step" ? "integer" : look.axis === "tag" ? "number" : "relative",
    logX: look.logX,
    logY: look.logY,
  };
}

/** The share of a group's runs that stands for the group: one of eight that diverged changes little behind it. */
const MOST = 0.75;
/** The share of the runs whose coming or going at one place may move the middle by itself. */
const JUMP = 0.1;

/** Whether too few runs of the group carry the middle at a place, or many have come or gone just there. */
function isFewAt({ count, finite }: GroupCurves, i: number): boolean {
  const runs = count[i] ?? finite;
  const before = count[i - 1] ?? runs;
  return runs < MOST * finite || Math.abs(runs - before) > JUMP * Math.max(runs, before);
}

/** Whether that is so anywhere. */
export function hasFewer(curve: GroupCurves): boolean {
  return curve.count.some((_, i) => isFewAt(curve, i));
}

/** Where runs have dropped out, a jump of the middle may be no more than that. */
function partsOf(curve: GroupCurves): LineParts {
  const { middle } = curve;
  const isFew = (i: number): boolean => i < middle.length && isFewAt(curve, i);
  return {
    sure: middle.map((value, i) => (isFew(i) ? NaN : value)),
    // It reaches to the rest.
    weak: middle.map((value, i) => ([i - 1, i, i + 1].some(isFew) ? value : NaN)),
  };
}

/** With fewer runs a band says how sure the middle is, but not surely. */
const fewestForSure = 3;
/** These only say where runs are. */
const plainBands: readonly Band[] = ["minmax", "quartiles"];

/** Whether the band stands for few runs of the group, or for too few, at a place. */
function isWeakAt(curve: GroupCurves, band: Band, i: number): boolean {
  const isUnsure = !plainBands.includes(band) && (curve.count[i] ?? 0) < fewestForSure;
  return isUnsure || isFewAt(curve, i);
}

/** Whether any part of the band is hatched. */
export function hasWeak(curve: GroupCurves, band: Band): boolean {
  return curve.low.some((low, i) => !Number.isNaN(low) && isWeakAt(curve, band, i));
}

/** The band of a group, and the parts of it that stand for too few, which reach to the others. */
function areasOf(curve: GroupCurves, color: string, band: Band): readonly Area[] {
  const { x, low, high } = curve;
  if (!hasWeak(curve, band)) return [{ color, x, low, high }];
  const weak = Array.from(x, (_, i) => isWeakAt(curve, band, i));
  const isSure = (i: number): boolean => weak[i] !== true;
  const isUnsure = (i: number): boolean => [i - 1, i, i + 1].some((at) => weak[at] === true);
  // Both ends: the one alone would still have a say in the height.
  const part = (isIn: (i: number) => boolean): Pick<Area, "low" | "high"> => ({
    low: low.map((value, i) => (isIn(i) ? value : NaN)),
    high: high.map((value, i) => (isIn(i) ? value : NaN)),
  });
  return [
    { color, x, ...part(isSure) },
    { color, x, ...part(isUnsure), isWeak: true },
  ];
}

export interface GroupsTooltipRow {
  readonly key: string;
  readonly label: string;
  readonly color: string;
  readonly x: number;
  readonly middle: number;
  /** NaN where there is no band. */
  readonly low: number;
  readonly high: number;
  /** Runs that count there, of so many that have the tag. */
  readonly count: number;
  readonly runs: number;
  /** Runs of the others that have turned into values that are not finite by then. */
  readonly turned: number;
  readonly isNearest: boolean;
  /** The group has ended before the cursor, or begins after it. */
  readonly isApart: boolean;
}

/** The table at the cursor: groups in their order. */
export function tooltipRows(
  groups: readonly RunGroup[],
  curves: readonly GroupCurves[],
  { indexes, nearest, apart }: Hover,
): GroupsTooltipRow[] {
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
        runs: curve.runs,
        turned: turnedBy(curve, x, index),
        isNearest: position === nearest,
        isApart: apart[position] ?? false,
      },
    ];
  });
}

function turnedBy({ runs, count, turned, turned_from }: GroupCurves, x: number, i: number): number {
  return x >= (turned_from ?? Infinity) ? Math.min(turned, runs - (count[i] ?? 0)) : 0;
}

/** What is shown as a table of text. */
export function shownCsv(groups: readonly RunGroup[], curves: readonly GroupCurves[]): string {
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

/** How many runs of all groups ended in one way, and where the first of them did; null: none. */
export interface Dropped {
  readonly count: number;
  readonly first: number;
}

export function turned(curves: readonly GroupCurves[]): Dropped | null {
  return dropped(curves.map((each) => [each.turned, each.turned_from]));
}

/** Runs that ended before others of their group: from there on the middle is of other runs. */
export function endedEarly(curves: readonly GroupCurves[]): Dropped | null {
  return dropped(curves.map((each) => [each.early, each.early_from]));
}

function dropped(all: readonly (readonly [count: number, from: number | null])[]): Dropped | null {
  const count = all.reduce((sum, [each]) => sum + each, 0);
  const first = Math.min(...all.map(([, from]) => from ?? Infinity));
  return count === 0 ? null : { count, first };
}
