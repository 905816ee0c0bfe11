/** From the server's series to lines of a chart. */

import type { Axis, ScalarSeries } from "../../api/scalars";
import { firstAtOrAfter, nearestIndex } from "../../charts/line/nearest";
import type { Extremum, LineFigure, ChartLine, ChartRange } from "../../charts/line/types";
import { formatCount } from "../../lib/format";
import { columnsOf, type ScalarColumns } from "./columns";

/**
 * What the height of a chart fits itself to: all values; most curves, so that those that diverged lie beyond it; or
 * the values between the 5 % and the 95 % quantile, so that single ones far away do.
 */
export const heights = ["most", "all", "quantiles"] as const;
export type Heights = (typeof heights)[number];

/** How the lines of a chart are drawn: by steps, and as they are, unless given. */
export interface ScalarLook {
  readonly axis?: Axis;
  /** The scalar that the series are placed along; empty, or not given: none. */
  readonly along?: string;
  readonly logX?: boolean;
  readonly logY?: boolean;
  /** Weight of the smoothing that the series were asked for with; 0: the raw values are drawn. */
  readonly smoothing?: number;
  /** Series of fewer points are drawn raw, whatever the smoothing; none unless given. */
  readonly fewest?: number;
  readonly smoothedOnly?: boolean;
  /** What the height fits itself to: all values, unless given. */
  readonly heights?: Heights;
  /** Where the y axis ends, whatever it would fit itself to; not given: there. */
  readonly low?: number;
  readonly high?: number;
  /** Marks at the smallest and the largest value of each line. */
  readonly extrema?: boolean;
}

export interface ScalarRunLook {
  readonly name: string;
  readonly color: string;
  /** Plain unless given. */
  readonly dash?: readonly number[];
}

/** So many times the middle series' height may others reach beyond it. */
const FAR = 5;

/** @param lookOf - name and color of a run. */
export function figureOf(
  series: readonly ScalarSeries[],
  lookOf: (run: string) => ScalarRunLook,
  look: ScalarLook = {},
): LineFigure {
  const { axis = "step", along = "", logX = false, logY = false, heights = "all" } = look;
  return {
    lines: series.map((each) => lineOf(each, lookOf(each.run), look)),
    kind: along !== "" ? "number" : axis === "step" ? "integer" : axis,
    // Seconds since 1970 lie within a hair of each other on a logarithmic axis.
    logX: logX && (along !== "" || axis !== "wall"),
    logY,
    limits: heights === "quantiles" ? limitsOf(series) : null,
    ends: [look.low ?? null, look.high ?? null],
    fit: heights === "most" ? "most" : "all",
  };
}

function lineOf(
  series: ScalarSeries,
  { name, color, dash = [] }: ScalarRunLook,
  look: ScalarLook,
): ChartLine {
  const { axis = "step", smoothedOnly = false, extrema = false } = look;
  const columns = columnsOf(series, axis);
  const smoothed = isSmoothed(series, look) ? columns.smoothed : null;
  return {
    key: series.run,
    label: name,
    color,
    dash,
    x: columns.x,
    y: smoothed ?? columns.value,
    faint: smoothed !== null && !smoothedOnly ? columns.value : null,
    nonFinite: columns.nonFinite,
    extrema: extrema ? extremaOf(series, columns) : [],
    resumed: resumedOf(series, columns, smoothed ?? columns.value),
  };
}

/** Where later writers went on: at the first point there that is drawn. */
function resumedOf(
  { resumed }: ScalarSeries,
  { step, x }: ScalarColumns,
  heights: Float64Array,
): { x: number; y: number }[] {
  if (resumed.length === 0) return [];
  // Along another axis than that of steps these need not rise.
  const inOrder = [...step.keys()].sort((a, b) => (step[a] ?? NaN) - (step[b] ?? NaN));
  const rising = Float64Array.from(inOrder, (index) => step[index] ?? NaN);
  const found = resumed.flatMap((first) => {
    const index = inOrder[firstAtOrAfter(rising, first)];
    return index === undefined ? [] : [{ x: x[index] ?? NaN, y: heights[index] ?? NaN }];
  });
  return found.sort((one, other) => one.x - other.x);
}

/** Whether the smoothed values of a series are what is drawn. */
export function isSmoothed(
  { count, smoothed }: ScalarSeries,
  { smoothing = 0, fewest = 0 }: ScalarLook,
): boolean {
  return smoothing > 0 && smoothed !== null && count >= fewest;
}

function extremaOf({ stats }: ScalarSeries, { step, x }: ScalarColumns): Extremum[] {
  const at = (of: number): number => {
    if (x === step) return of;
    // Thinning keeps the extrema, so the point itself is there, though steps need not rise along x.
    const index = x.length === 0 ? -1 : step.indexOf(of);
    return x[index < 0 ? nearestIndex(step, of) : index] ?? NaN;
  };
  const found: Extremum[] = [];
  if (stats.min !== null && stats.min_step !== null) {
    found.push({ x: at(stats.min_step), y: stats.min, kind: "min" });
  }
  if (stats.max !== null && stats.max_step !== null) {
    found.push({ x: at(stats.max_step), y: stats.max, kind: "max" });
  }
  return found;
}

/**
 * The heights between the quantiles of all series, but not far beyond those of the middle one: a series that
 * diverged is an outlier as a whole.
 */
function limitsOf(series: readonly ScalarSeries[]): ChartRange | null {
  const lows = sorted(series.map(({ stats }) => stats.q05));
  const highs = sorted(series.map(({ stats }) => stats.q95));
  const [low, high] = [lows[0], highs.at(-1)];
  const [middleLow, middleHigh] = [lows[lows.length >> 1], highs[(highs.length - 1) >> 1]];
  if (low === undefined || high === undefined) return null;
  if (middleLow === undefined || middleHigh === undefined) return null;
  const reach = FAR * Math.abs(middleHigh - middleLow);
  const limits: ChartRange = [Math.max(low, middleLow - reach), Math.min(high, middleHigh + reach)];
  return limits[0] < limits[1] ? limits : null;
}

function sorted(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null).sort((a, b) => a - b);
}

/** Counts of values without a height, and where the first of them is. */
export interface NonFiniteCounts {
  readonly nan: number;
  readonly posinf: number;
  readonly neginf: number;
  readonly first: { readonly x: number; readonly step: number } | null;
}

export function nonFiniteCounts(series: readonly ScalarSeries[], axis: Axis): NonFiniteCounts {
  const sum = { nan: 0, posinf: 0, neginf: 0 };
  let first: { x: number; step: number } | null = null;
  for (const each of series) {
    sum.nan += each.stats.nan;
    sum.posinf += each.stats.posinf;
    sum.neginf += each.stats.neginf;
    const { nonFinite } = columnsOf(each, axis);
    const [x, step] = [nonFinite.x[0], nonFinite.step[0]];
    if (x !== undefined && step !== undefined && (first === null || x < first.x))
      first = { x, step };
  }
  return { ...sum, first };
}

/** `12 NaN, 3 +∞`; empty if all values have a height. */
export function nonFiniteText({ nan, posinf, neginf }: NonFiniteCounts): string {
  return [[nan, "NaN"] as const, [posinf, "+∞"] as const, [neginf, "−∞"] as const]
    .filter(([count]) => count > 0)
    .map(([count, kind]) => `${formatCount(count)} ${kind}`)
    .join(", ");
}

/** A range around a place that shows it amid its surroundings: a tenth of all, at most. */
export function rangeAround(x: number, all: ChartRange): ChartRange {
  const half = (all[1] - all[0]) / 20 || 1;
  return [x - half, x + half];
}
