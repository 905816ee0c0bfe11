/** Grids and paths that charts draw of a landscape. Each grid is made once: charts draw anew only what is another object. */

import type { Landscape } from "../../api/landscapes";
import { fill, type Filled } from "../../lib/landscape/fill";
import { PALETTE } from "../../lib/colors";
import { keyOf } from "./loader";

/** A grid for the contour chart and the surface chart. */
export interface LandscapeGrid extends Filled {
  readonly id: string;
  readonly name: string;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** A path for the contour chart and the surface chart. */
export interface Path {
  readonly id: string;
  readonly name: string;
  readonly step: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly loss: Float64Array;
  readonly trueLoss: Float64Array;
  readonly residual: Float64Array;
  /** `#rrggbb`; without it the drawing chooses one. */
  readonly color?: string;
}

const filled = new WeakMap<Landscape, Map<string, Filled>>();

/** @returns null: it lies along one direction, or has no such metric. */
export function gridOf(landscape: Landscape, metric: string, name: string): LandscapeGrid | null {
  const { x, y, done } = landscape;
  const values = landscape.values.get(metric);
  if (y === null || values === undefined) return null;
  const byMetric = filled.get(landscape) ?? new Map<string, Filled>();
  filled.set(landscape, byMetric);
  const made = byMetric.get(metric) ?? fill(x.length, y.length, values, done, x, y);
  byMetric.set(metric, made);
  return { id: keyOf(landscape), name, x, y, ...made };
}

/** @returns null: there is no path, or it lies along one direction. */
export function pathOf(landscape: Landscape, name: string): Path | null {
  const { path } = landscape;
  if (path === null || path.y === null || path.step.length === 0) return null;
  return { ...path, id: keyOf(landscape), name, y: path.y };
}

const drawn = new WeakMap<
  Landscape,
  { readonly colors: string; readonly paths: readonly Path[] }
>();

/**
 * The paths of other trainings; none along one direction.
 * @param colorOf - of a training by its name; undefined: it is not among the runs.
 */
export function otherPathsOf(
  landscape: Landscape,
  colorOf: (name: string) => string | undefined,
): readonly Path[] {
  const colors = landscape.paths.map(
    ({ name }, i) => colorOf(name) ?? (PALETTE[i % PALETTE.length] as string),
  );
  const known = drawn.get(landscape);
  if (known?.colors === colors.join()) return known.paths;
  const paths = landscape.paths.flatMap((path, i): Path[] => {
    if (path.y === null || path.step.length === 0) return [];
    const id = `${keyOf(landscape)} ${path.name}`;
    return [{ ...path, id, y: path.y, color: colors[i] as string }];
  });
  drawn.set(landscape, { colors: colors.join(), paths });
  return paths;
}
