/** Maps as grids for the contour chart. */

import type { Landscape } from "../../../api/landscapes";
import type { ContourGrid } from "../../../charts/contour/types";
import { fill } from "../../../lib/landscape/fill";
import { holesOf } from "../../../lib/landscape/holes";
import { mapOf, type MapMetric } from "./model";

export interface MapGrid extends ContourGrid {
  /** Computed points without a value. */
  readonly holes: number;
  /** Share of the points that are computed. */
  readonly done: number;
}

/** null: it has no such values. */
export function mapGrid(landscape: Landscape, metric: MapMetric, name: string): MapGrid | null {
  const { x, y, done } = landscape;
  const values = mapOf(landscape, metric);
  if (values === null || y === null) return null;
  const filled = fill(x.length, y.length, values, done, x, y);
  const { nan, positive, negative } = holesOf(values, done);
  const count = done.reduce((sum, each) => sum + each, 0);
  return {
    id: `${landscape.run} ${metric}`,
    name,
    x,
    y,
    ...filled,
    holes: nan + positive + negative,
    done: count / Math.max(1, done.length),
  };
}
