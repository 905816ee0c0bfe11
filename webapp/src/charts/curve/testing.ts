/** Figures for tests. */

import type { CurveFigure, CurveLine } from "./types";

export const colors = { surface: "#ffffff", text: "#000000", muted: "#555555", grid: "#eeeeee" };

/** The unit square is 400 pixels wide and high, and begins at (48, 10). */
export const size = { width: 464, height: 448 };

export function line(
  key: string,
  x: readonly number[],
  y: readonly number[],
  marked = -1,
): CurveLine {
  const [xs, ys] = [Float64Array.from(x), Float64Array.from(y)];
  return { key, name: key, color: "#306ce2", x: xs, y: ys, marked };
}

export function figure(
  lines: readonly CurveLine[],
  change: Partial<CurveFigure> = {},
): CurveFigure {
  return {
    lines,
    join: "straight",
    guides: { kind: "diagonal" },
    xLabel: "x",
    yLabel: "y",
    ...change,
  };
}
