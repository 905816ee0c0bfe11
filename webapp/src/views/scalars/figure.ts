/** From the server's series to lines of a chart. */

import type { Axis, ScalarSeries } from "../../api/types";
import { nearestIndex } from "../../charts/line/nearest";
import type { Extremum, Figure, Line, Range } from "../../charts/line/types";
import { columnsOf, type Columns } from "./columns";

/** How the lines of all charts are drawn. */
export interface Look {
  readonly axis: Axis;
  readonly logX: boolean;
  readonly logY: boolean;
  readonly smoothing: number;
  readonly smoothedOnly: boolean;
  readonly outliers: boolean;
  readonly extrema: boolean;
}

export interface RunLook {
  readonly name: string;
  readonly colour: string;
}

/** @param lookOf - name and colour of a run. */
export function figureOf(
  series: readonly ScalarSeries[],
  lookOf: (run: string) => RunLook,
  look: Look,
): Figure {
  return {
    lines: series.map((each) => lineOf(each, lookOf(each.run), look)),
    kind: look.axis === "step" ? "integer" : look.axis,
    logX: look.logX,
    logY: look.logY,
    limits: look.outliers ? limitsOf(series) : null,
  };
}

function lineOf(series: ScalarSeries, { name, colour }: RunLook, look: Look): Line {
  const columns = columnsOf(series, look.axis);
  const smoothed = look.smoothing > 0 ? columns.smoothed : null;
  return {
    key: series.run,
    label: name,
    colour,
    x: columns.x,
    y: smoothed ?? columns.value,
    faint: smoothed !== null && !look.smoothedOnly ? columns.value : null,
    nonFinite: columns.nonFinite,
    extrema: look.extrema ? extremaOf(series, columns) : [],
  };
}

function extremaOf({ stats }: ScalarSeries, { step, x }: Columns): Extremum[] {
  const at = (of: number): number => {
    if (x === step) return of;
    // Thinning keeps the extrema, so the point itself is there, though steps need not rise along x.
    const index = x.length === 0 ? -1 : step.indexOf(of);
    return x[index < 0 ? nearestIndex(step, of) : index] ?? NaN;
  };
  const found: Extremum[] = [];
  if (stats.min !== null && stats.min_step !== null) {
    found.push({ x: at(stats.min_step), y: stats.min, sort: "min" });
  }
  if (stats.max !== null && stats.max_step !== null) {
    found.push({ x: at(stats.max_step), y: stats.max, sort: "max" });
  }
  return found;
}

function limitsOf(series: readonly ScalarSeries[]): Range | null {
  let low = Infinity;
  let high = -Infinity;
  for (const { stats } of series) {
    if (stats.q05 !== null) low = Math.min(low, stats.q05);
    if (stats.q95 !== null) high = Math.max(high, stats.q95);
  }
  return low < high ? [low, high] : null;
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

/** A range around a place that shows it amid its surroundings: a tenth of all, at most. */
export function rangeAround(x: number, all: Range): Range {
  const half = (all[1] - all[0]) / 20 || 1;
  return [x - half, x + half];
}
