/** The numbers below the cursor, as the record has them. */

import type { Landscape } from "../../../api/landscapes";
import type { ContourHover } from "../../../charts/contour/types";
import { fullNumber, shortNumber } from "../../../lib/numbers";
import { wholeMetrics } from "../model";
import { markName } from "../names";
import { markValueName } from "./info";
import { t } from "./texts";
import { momentText } from "./words";

export interface TipRow {
  readonly name: string;
  readonly value: string;
  /** With every digit. */
  readonly full: string;
  readonly isMain: boolean;
}

export interface Tip {
  readonly title: string;
  readonly rows: readonly TipRow[];
  /** Whether the values are of a point that is computed. */
  readonly computed: boolean;
}

const digits = 6;

/** The metric that says how far the loss of a subset of the samples may be off. */
const standardError = "standard_error";

export function tipOf(
  landscape: Landscape,
  { index, snapshot, ...at }: Pick<ContourHover, "index" | "snapshot"> & Partial<ContourHover>,
  metric: string,
): Tip {
  const marked = (at.mark ?? null) === null ? undefined : markTip(landscape, at, metric);
  if (marked !== undefined) return marked;
  if (snapshot !== null) {
    // The landscape's own path is the first, if it has one.
    const other = landscape.paths[snapshot.path - (landscape.path === null ? 0 : 1)];
    if (other === undefined) return snapshotTip(landscape, snapshot.index);
    const tip = snapshotTip({ ...landscape, path: other }, snapshot.index);
    return { ...tip, title: `${other.name} · ${tip.title}` };
  }
  const computed = landscape.done[index] === 1;
  const others = wholeMetrics(landscape.metrics).filter(
    (name) => name !== metric && name !== standardError,
  );
  const error = landscape.values.get(standardError)?.[index] ?? NaN;
  return {
    title: "",
    computed,
    rows: computed
      ? [metric, ...others].map((name) => {
          const row = rowOf(name, landscape.values.get(name)?.[index] ?? NaN, name === metric);
          if (name !== landscape.metrics[0] || Number.isNaN(error)) return row;
          return { ...row, value: `${row.value} ± ${shortNumber(error, 2)}` };
        })
      : [],
  };
}

/** undefined: nothing is known of a mark at that place. */
function markTip(
  { marks }: Landscape,
  { x, y }: Partial<ContourHover>,
  metric: string,
): Tip | undefined {
  const mark = marks.find((each) => each.x === x && each.y === y);
  if (mark === undefined || mark.values.size === 0) return undefined;
  // What it does itself says more than what the plane says of its place.
  const main = mark.values.has(`true/${metric}`) ? `true/${metric}` : metric;
  return {
    title: markName(mark.name),
    computed: true,
    rows: [...mark.values].map(([name, value]) => rowOf(markValueName(name), value, name === main)),
  };
}

const rounding = 1e-6;

function rowOf(name: string, value: number, isMain: boolean): TipRow {
  return { name, value: shortNumber(value, digits), full: fullNumber(value), isMain };
}

/** Rows of a landscape around a snapshot: its metrics there, and how wide the valley is. */
export function frameRows({ metrics, center, flatness }: Landscape): TipRow[] {
  const named = wholeMetrics(metrics).slice(0, 2);
  const rows = named.flatMap((name, i) => {
    const value = center.get(name);
    return value === undefined ? [] : [rowOf(name, value, i === 0)];
  });
  if (flatness === null) return rows;
  const { area, open, sharpness, radius } = flatness;
  const found = rowOf(t("area"), area, false);
  return [
    ...rows,
    open ? { ...found, value: t("atLeast", { value: found.value }) } : found,
    rowOf(t("sharpness", { radius: shortNumber(radius, 3) }), sharpness, false),
  ];
}

export function snapshotTip(
  { path, settings }: Pick<Landscape, "path" | "settings">,
  i: number,
): Tip {
  const [loss, own] = [path?.loss[i] ?? NaN, path?.trueLoss[i] ?? NaN];
  // What a path does not know is not a number that it has.
  const row = (name: string, value: number, isMain = false): TipRow => {
    const known = rowOf(name, value, isMain);
    return Number.isNaN(value) ? { ...known, value: t("unknown"), full: "" } : known;
  };
  const apart = own - loss;
  // Of the same weights, what is computed in single precision differs by its rounding.
  const isRounding = Math.abs(apart) < rounding * Math.max(Math.abs(own), Math.abs(loss));
  const difference = isRounding ? 0 : apart;
  return {
    title: momentText(path?.step[i] ?? NaN, settings.unit),
    computed: true,
    rows: [
      row(t("trueLoss"), own, true),
      row(t("planeLoss"), loss),
      ...(Number.isNaN(difference) ? [] : [row(t("difference"), difference)]),
      row(t("offPlane"), path?.residual[i] ?? NaN),
    ],
  };
}
