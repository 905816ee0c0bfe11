/** Figures for tests. */

import type { HistogramFigure, HistogramLayer, Shape } from "./types";

export interface HistogramStep {
  readonly at: number;
  readonly counts: readonly number[];
  readonly edges: readonly number[];
}

export function layer(
  key: string,
  steps: readonly HistogramStep[],
  quantiles: readonly number[] = [],
): HistogramLayer {
  const offset = [0];
  for (const { counts } of steps) offset.push((offset.at(-1) ?? 0) + counts.length);
  return {
    key,
    name: key,
    color: "#306ce2",
    at: Float64Array.from(steps, ({ at }) => at),
    offset: Float64Array.from(offset),
    counts: Float64Array.from(steps.flatMap(({ counts }) => counts)),
    edges: Float64Array.from(steps.flatMap(({ edges }) => edges)),
    quantiles: Float64Array.from(quantiles),
  };
}

export function figure(
  layers: readonly HistogramLayer[],
  change: Partial<HistogramFigure> = {},
): HistogramFigure {
  return {
    layers,
    axis: "integer",
    mode: "offset",
    height: "count",
    log: false,
    lift: 0.4,
    angle: 0,
    lines: true,
    ...change,
  };
}

export const colors = { surface: "#ffffff", text: "#000000", muted: "#555555", grid: "#eeeeee" };

export const size = { width: 400, height: 300 };

/** Step 0 has 5, 0, 7 values in buckets from 0 to 3, step 10 has 1 and 2 in wider ones. */
export const two = layer("a", [
  { at: 0, counts: [5, 0, 7], edges: [0, 1, 2, 3] },
  { at: 10, counts: [1, 2], edges: [-1, 1, 3] },
]);

export const nothingLogged = layer("b", [{ at: 0, counts: [0], edges: [0, 1] }]);

export function paths(shapes: readonly Shape[]): Extract<Shape, { kind: "path" }>[] {
  return shapes.flatMap((shape) => (shape.kind === "path" ? [shape] : []));
}

export function words(shapes: readonly Shape[]): string[] {
  return shapes.flatMap((shape) =>
    shape.kind === "text" && shape.text !== "" ? [shape.text] : [],
  );
}
