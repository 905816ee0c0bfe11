/** Grids, marks and ranges that the charts draw of landscapes. */

import type { Landscape, LandscapeSummary, NamedPlace } from "../../../api/landscapes";
import type { ContourMark } from "../../../charts/contour/types";
import { holesOf, type Holes } from "../../../lib/landscape/holes";
import { leastPositive, range, type Range } from "../../../lib/landscape/range";
import { valueAt } from "../../../lib/landscape/value";
import { shortNumber } from "../../../lib/numbers";
import type { LandscapeCut } from "../cut";
import { gridOf, type LandscapeGrid } from "../grids";
import { keyOf } from "../loader";
import type { ReadoutRow } from "../readout";
import { chosenScale, type LandscapeScale, type ScaleWish } from "../scale";
import { byNumber } from "./measures";

/** Landscapes by their run, in the order of the runs. */
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

/** The landscape that stands for each run. @param chosen - keys of landscapes. */
export function standing(
  own: ReadonlyMap<string, readonly LandscapeSummary[]>,
  chosen: readonly string[],
): LandscapeSummary[] {
  const keys = new Set(chosen);
  return [...own.values()].flatMap((summaries) => standsFor(summaries, keys) ?? []);
}

/** The keys of those that were chosen, with one more: it needs no words where it stands for its run anyway. */
export function withChosen(
  chosen: readonly string[],
  summary: LandscapeSummary,
  own: readonly LandscapeSummary[],
): readonly string[] {
  const siblings = new Set(own.map(keyOf));
  const others = chosen.filter((key) => !siblings.has(key));
  return standsFor(own, new Set()) === summary ? others : [...others, keyOf(summary)];
}

/** A landscape as both charts draw it. */
export interface ComparedDrawn extends LandscapeGrid {
  /** Color of the run. */
  readonly color: string;
  readonly metric: string;
  readonly holes: Holes;
  /** Share of the points that are computed. */
  readonly done: number;
}

/** null: it has no such metric, or lies along one direction. */
export function drawnOf(
  landscape: Landscape,
  metric: string,
  { name, color }: { readonly name: string; readonly color: string },
): ComparedDrawn | null {
  const grid = gridOf(landscape, metric, name);
  const values = landscape.values.get(metric);
  if (grid === null || values === undefined) return null;
  const { done } = landscape;
  const count = done.reduce((sum, each) => sum + each, 0);
  const holes = holesOf(values, done);
  return { ...grid, color, metric, holes, done: count / Math.max(1, done.length) };
}

/** Range and scale of colors and heights. */
export interface ComparedSpan {
  readonly range: Range;
  readonly scale: LandscapeScale;
}

/** Range and scale of several grids together; null: none of their values can be drawn. */
export function spanOf(
  grids: readonly Pick<LandscapeGrid, "values">[],
  wish: ScaleWish,
  cut: LandscapeCut,
): ComparedSpan | null {
  const values = grids.map((grid) => grid.values);
  const { scale, share } = chosenScale(wish, cut, values);
  const whole = range(values, share);
  if (whole === null || scale === "linear") return whole && { range: whole, scale };
  const least = leastPositive(values);
  if (least === null || least > whole.max) return null;
  return { range: { min: least, max: whole.max }, scale };
}

/** Most and fewest isolines of one landscape. */
const mostLevels = 12;
const leastLevels = 3;

/** How many isolines each of so many landscapes has in one drawing, so that they can be distinguished. */
export function levelCount(drawnTogether: number): number {
  const shared = Math.round((2 * mostLevels) / Math.max(1, drawnTogether));
  return Math.min(mostLevels, Math.max(leastLevels, shared));
}

/** The center and the named points. @param named - how the page calls what a record calls so. */
export function marksOf(
  { marks }: { readonly marks: readonly NamedPlace[] },
  named: (name: string) => string,
): ContourMark[] {
  return [
    { name: named("center"), x: 0, y: 0, kind: "center" },
    ...marks
      .filter(({ x, y }) => x !== 0 || y !== 0)
      .map(({ name, x, y }) => ({ name: named(name), x, y, kind: "point" as const })),
  ];
}

/** Metrics that any of them has: the losses first, that of most at the head. */
export function metricsOf(landscapes: readonly LandscapeSummary[]): string[] {
  const losses = byNumber(landscapes.flatMap(({ metrics }) => metrics.slice(0, 1)));
  return [...new Set([...losses, ...landscapes.flatMap(({ metrics }) => metrics)])];
}

/** The values of all landscapes of a drawing at one place; beside its grid one has none, which is another thing than NaN. */
export function valueRows(
  grids: readonly ComparedDrawn[],
  { x, y }: { readonly x: number; readonly y: number },
): ReadoutRow[] {
  const isWithin = (axis: Float64Array, at: number): boolean =>
    at >= (axis[0] ?? NaN) && at <= (axis.at(-1) ?? NaN);
  return grids.map((grid) => ({
    ...(grids.length > 1 ? { name: grid.name, color: grid.color } : { name: grid.metric }),
    values: [isWithin(grid.x, x) && isWithin(grid.y, y) ? shortNumber(valueAt(grid, x, y)) : "–"],
  }));
}
