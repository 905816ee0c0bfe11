/** Figures for tests. */

import { fill } from "../../lib/landscape/fill";
import { levels } from "../../lib/landscape/levels";
import { range } from "../../lib/landscape/range";
import type { Colors, ContourFigure, ContourGrid, ContourPath } from "./types";

export const colors: Colors = {
  surface: "#ffffff",
  text: "#101010",
  muted: "#666666",
  grid: "#dddddd",
};

export const size = { width: 500, height: 400 };

export const even = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

/** Values of a function over a grid. @param done - whether the point with this index is computed. */
export function gridOf(
  x: readonly number[],
  y: readonly number[],
  f: (x: number, y: number) => number,
  done: (index: number) => boolean = () => true,
): ContourGrid {
  const values = Float64Array.from(y.flatMap((down) => x.map((across) => f(across, down))));
  const isDone = Uint8Array.from(values.keys(), (i) => (done(i) ? 1 : 0));
  const axes = { x: Float64Array.from(x), y: Float64Array.from(y) };
  const known = values.map((value, i) => (isDone[i] === 1 ? value : NaN));
  const filled = fill(x.length, y.length, known, isDone, axes.x, axes.y);
  return { id: "grid", name: "grid", ...axes, ...filled };
}

const axis = even(-2, 2, 21);

export const bowl = gridOf(axis, axis, (x, y) => x * x + y * y);

export const path: ContourPath = {
  id: "path",
  name: "path",
  step: Float64Array.of(0, 10, 20),
  x: Float64Array.of(-2, -1, 0),
  y: Float64Array.of(1, 1, 0),
  residual: Float64Array.of(0, 2, NaN),
};

export function figureOf(
  grids: readonly ContourGrid[],
  changes: Partial<ContourFigure> = {},
): ContourFigure {
  const found = range(grids.map(({ values }) => values)) ?? { min: 0, max: 1 };
  return {
    grids,
    drawing: "filled",
    levels: levels(found.min, found.max, 6, "linear"),
    range: found,
    scale: "linear",
    palette: "viridis",
    paths: [],
    marks: [],
    xLabel: "x",
    yLabel: "y",
    valueLabel: "loss",
    hasScale: true,
    pathColor: "",
    pathWidth: 2,
    frame: 1,
    equal: true,
    labeled: false,
    relief: false,
    residuals: true,
    words: { holes: "", waiting: "", residual: "", truth: "", start: "Start", end: "End" },
    ...changes,
  };
}
