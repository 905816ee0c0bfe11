/** The columns of the table: what stands in each, and how wide it is. Pixels. */

import { shortNumber } from "../../../lib/numbers";
import { textWidth } from "../../../lib/text-width";
import { cellText, isNumeric, type Write, writingOf } from "../../../lib/table/cells";
import type { Column } from "../../../lib/table/types";
import { DURATION, LABELS, NAME, NOTE, OUTCOME, STATE, STEP, UPDATED } from "./run-rows";

/** Of what is within a group. */
export const INDENT = 20;
export const PICTURE = "r:picture";
/** Columns of a run itself, in their order, that can be hidden. */
export const OPTIONAL = [STATE, OUTCOME, STEP, DURATION, UPDATED, PICTURE, LABELS, NOTE] as const;

interface Shared {
  /** Of the column that it is sorted by; a picture has none. */
  readonly key: string;
  readonly width: number;
  /** What it keeps where there is little room; all of its width unless given. */
  readonly least?: number;
  /** Numbers stand at the right. */
  readonly isNumeric: boolean;
}

export type OverviewSpec =
  | (Shared & { readonly what: "run" })
  | (Shared & {
      readonly what: "metric";
      readonly tag: string;
      readonly column: Column | undefined;
      readonly write: Write;
    })
  | (Shared & { readonly what: "hparam"; readonly column: Column; readonly write: Write });

const METRIC_WIDTH = 160;
/** Heads of groups have "67 of 76 0.0240 ± 0.0012" there, and "12 values" in the place of a hyperparameter. */
const GROUPED_METRIC = 196;
const GROUPED_HPARAM = 92;
const NAME_WIDTH = 270;
/** Pixels of a metric's column that are not for its curve. */
const BESIDE_SPARK = 92;
/** What names and curves keep where the columns have little room. */
const LEAST_NAME = 200;
const LEAST_METRIC = 120;
const NARROWEST = 64;
const WIDEST = 150;
const BESIDE = 34;
/** Of a column's cells so many are measured. */
const MEASURED = 60;

const widths: Readonly<Record<string, number>> = {
  [NAME]: NAME_WIDTH,
  [STATE]: 148,
  [OUTCOME]: 92,
  [STEP]: 84,
  [DURATION]: 100,
  [UPDATED]: 92,
  [PICTURE]: 64,
  [LABELS]: 130,
  [NOTE]: 180,
};

const numeric: readonly string[] = [STEP, DURATION, UPDATED];

/** @param most - what its width may be. */
export function runSpec(key: string, most = Infinity): OverviewSpec {
  const width = Math.min(most, widths[key] ?? NARROWEST);
  const least = key === NAME ? { least: Math.min(width, LEAST_NAME) } : {};
  return { what: "run", key, width, ...least, isNumeric: numeric.includes(key) };
}

export function metricSpec(
  key: string,
  tag: string,
  column: Column | undefined,
  isGrouped: boolean,
): OverviewSpec {
  const write: Write = column === undefined ? shortNumber : writingOf(column);
  const width = isGrouped ? GROUPED_METRIC : METRIC_WIDTH;
  const least = isGrouped ? GROUPED_METRIC : LEAST_METRIC;
  return { what: "metric", key, tag, column, write, width, least, isNumeric: true };
}

export function hparamSpec(column: Column, isGrouped: boolean): OverviewSpec {
  const write = writingOf(column);
  const step = Math.max(1, Math.floor(column.codes.length / MEASURED));
  let widest = textWidth(column.name) + BESIDE;
  for (let row = 0; row < column.codes.length; row += step) {
    widest = Math.max(widest, textWidth(cellText(column, row, write)) + BESIDE / 2);
  }
  const width = Math.round(
    Math.min(WIDEST, Math.max(isGrouped ? GROUPED_HPARAM : NARROWEST, widest)),
  );
  return { what: "hparam", key: column.key, column, write, width, isNumeric: isNumeric(column) };
}

/** All columns side by side, for a grid: the first one takes what is free. */
export function template(specs: readonly OverviewSpec[]): string {
  return specs
    .map(({ width }, i) => (i === 0 ? `minmax(${width}px, 1fr)` : `${width}px`))
    .join(" ");
}

/** The curve in the column of a metric. */
export const sparkWidth = ({ width }: OverviewSpec): number => width - BESIDE_SPARK;

/** Names and curves give way, all by the same share, if that brings all columns into sight. */
export function fitted(specs: readonly OverviewSpec[], room: number): readonly OverviewSpec[] {
  const missing = totalWidth(specs) - room;
  const spare = ({ width, least = width }: OverviewSpec): number => width - least;
  const all = specs.reduce((sum, spec) => sum + spare(spec), 0);
  if (missing <= 0 || missing > all) return specs;
  return specs.map((spec) => ({
    ...spec,
    width: Math.floor(spec.width - (spare(spec) * missing) / all),
  }));
}

export function totalWidth(specs: readonly OverviewSpec[]): number {
  return specs.reduce((sum, { width }) => sum + width, 0);
}
