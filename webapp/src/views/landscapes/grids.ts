/** From a landscape to what charts draw. Each grid is made once: charts draw anew only what is another object. */

import type { Landscape } from "../../api/landscapes";
import { fill, type Filled } from "../../lib/landscape/fill";
import { keyOf } from "./loader";

/** A grid for the contour chart and the surface chart. */
export interface Grid extends Filled {
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
}

const filled = new WeakMap<Landscape, Map<string, Filled>>();

/** @returns null: it lies along one direction, or has no such metric. */
export function gridOf(landscape: Landscape, metric: string, name: string): Grid | null {
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
