/** What the tests draw. */

import { COMPUTED } from "../../lib/landscape/fill";
import { startLight, type SurfaceFigure, type SurfaceGrid, type SurfacePath } from "./types";

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

/** A bowl of 5 x 5 points with a path down into it. */
export function figureOf(more: Partial<SurfaceFigure> = {}): SurfaceFigure {
  return {
    ...wish,
    grids: [gridOf(5, 5, (x, y) => x * x + y * y)],
    palette: "viridis",
    paths: [pathOf([0.8, 0.4, 0], [0.8, 0.1, 0])],
    marks: [{ name: "second", x: -0.5, y: 0, kind: "point" }],
    pathColor: "#ffffff",
    pathWidth: 2.5,
    frame: 1,
    levels: [0.5, 1, 1.5],
    light: startLight,
    opacity: 1,
    xLabel: "x",
    yLabel: "y",
    valueLabel: "loss",
    words: {
      holes: "",
      waiting: "",
      start: "Start",
      end: "End",
      keys: "",
      noWebGL: "",
      lost: "",
    },
    ...more,
  };
}
