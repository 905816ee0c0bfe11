/** Figures for the tests of this folder. */

import type { Figure, Line } from "./types";

export function line(x: readonly number[], y: readonly number[], more: Partial<Line> = {}): Line {
  return {
    key: "a",
    label: "a",
    color: "#123456",
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    ...more,
  };
}

export function figure(lines: readonly Line[], more: Partial<Figure> = {}): Figure {
  return { lines, kind: "integer", ...more };
}
