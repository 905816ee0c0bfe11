/** From landscapes to what the charts draw. */

import type { Landscape, LandscapeSummary } from "../../../api/landscapes";
import type { ContourMark } from "../../../charts/contour/types";
import { holesOf, type Holes } from "../../../lib/landscape/holes";
import { leastPositive, range, type Range } from "../../../lib/landscape/range";
import { shareOf, type Cut } from "../cut";
import { gridOf, type Grid } from "../grids";
import { keyOf } from "../loader";

/** Of each run those that it has, in the order of the runs. */
export function byRun(
  landscapes: readonly LandscapeSummary[],
): ReadonlyMap<string, readonly LandscapeSummary[]> {
  const found = new Map<string, LandscapeSummary[]>();
  for (const summary of landscapes) {
    const own = found.get(summary.run);
    if (own) own.push(summary);
    else found.set(summary.run, [summary]);
  }
  return found;
}

/**
 * The one that stands for its run: the chosen one, else the newest around a last model, else the
 * newest without a path: the plane of a path is no picture of the model alone.
 */
export function standsFor(
  own: readonly LandscapeSummary[],
  chosen: ReadonlySet<string>,
): LandscapeSummary | undefined {
  return (
    own.find((summary) => chosen.has(keyOf(summary))) ??
    own.find(({ settings }) => settings.mode === "result") ??
    own.find(({ settings, snapshots }) => settings.mode !== "train" && snapshots === 0) ??
    own[0]
  );
}

/** A landscape as both charts draw it. */
export interface Drawn extends Grid {
  /** Of the run. */
  readonly colour: string;
  readonly metric: string;
  readonly holes: Holes;
  /** Share of the points that are computed. */
  readonly done: number;
}

/** null: it has no such metric, or lies along one direction. */
export function drawnOf(
  landscape: Landscape,
  metric: string,
  { name, colour }: { readonly name: string; readonly colour: string },
): Drawn | null {
  const grid = gridOf(landscape, metric, name);
  const values = landscape.values.get(metric);
  if (grid === null || values === undefined) return null;
  const { done } = landscape;
  const count = done.reduce((sum, each) => sum + each, 0);
  const holes = holesOf(values, done);
  return { ...grid, colour, metric, holes, done: count / Math.max(1, done.length) };
}

/** The range of colours and heights of several grids. */
export function rangeOf(
  grids: readonly Pick<Grid, "values">[],
  scale: "linear" | "log",
  cut: Cut,
): Range | null {
  const values = grids.map((grid) => grid.values);
  const whole = range(values, shareOf(cut, scale, values));
  if (whole === null || scale === "linear") return whole;
  const least = leastPositive(values);
  return least === null || least > whole.max ? null : { min: least, max: whole.max };
}

/** The centre and the named points. */
export function marksOf({ marks }: Pick<Landscape, "marks">, centre: string): ContourMark[] {
  return [
    { name: centre, x: 0, y: 0, sort: "centre" },
    ...marks
      .filter(({ x, y }) => x !== 0 || y !== 0)
      .map(({ name, x, y }) => ({ name, x, y, sort: "point" as const })),
  ];
}

/** Metrics that any of them has, the losses first. */
export function metricsOf(landscapes: readonly LandscapeSummary[]): string[] {
  const losses = landscapes.flatMap(({ metrics }) => metrics.slice(0, 1));
  return [...new Set([...losses, ...landscapes.flatMap(({ metrics }) => metrics)])];
}
