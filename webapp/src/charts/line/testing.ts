/** Figures for the tests of this folder. */

import type { LineFigure, ChartLine } from "./types";

export function line(
  x: readonly number[],
  y: readonly number[],
  more: Partial<ChartLine> = {},
): ChartLine {
  return {
    key: "a",
    label: "a",
    color: "#123456",
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    ...more,
  };
}

export function figure(lines: readonly ChartLine[], more: Partial<LineFigure> = {}): LineFigure {
  return { lines, kind: "integer", ...more };
}
