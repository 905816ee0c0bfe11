/** What the tests draw. */

import { COMPUTED } from "../../lib/landscape/fill";
import type { SurfaceGrid, SurfacePath } from "./types";

/** A grid over [-1, 1] x [-1, 1]. */
export function gridOf(
  columns: number,
  rows: number,
  height: (x: number, y: number) => number,
  more: Partial<SurfaceGrid> = {},
): SurfaceGrid {
  const axis = (count: number) =>
    Float64Array.from({ length: count }, (_, i) => -1 + (2 * i) / (count - 1));
  const [x, y] = [axis(columns), axis(rows)];
  const values = Float64Array.from({ length: columns * rows }, (_, i) =>
    height(x[i % columns] ?? 0, y[Math.floor(i / columns)] ?? 0),
  );
  const mask = new Uint8Array(values.length).fill(COMPUTED);
  return { id: "a", name: "a", x, y, values, mask, ...more };
}

export function pathOf(x: number[], y: number[], more: Partial<SurfacePath> = {}): SurfacePath {
  const unknown = new Float64Array(x.length).fill(NaN);
  return {
    id: "a",
    name: "a",
    step: Float64Array.from(x.keys()),
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    loss: unknown,
    trueLoss: unknown,
    residual: unknown,
    ...more,
  };
}

export const wish = {
  range: { min: 0, max: 2 },
  scale: "linear",
  clip: null,
  exaggeration: 1,
} as const;
