/** How high the buckets of a histogram stand. */

import type { HistogramFigure, Height, HistogramLayer } from "./types";

/** [first, after the last) of the buckets of a step. */
export function bucketsOf(layer: HistogramLayer, index: number): readonly [number, number] {
  return [layer.offset[index] ?? 0, layer.offset[index + 1] ?? 0];
}

/** @param bucket - among all of the layer. */
export function edgesOf(
  layer: HistogramLayer,
  index: number,
  bucket: number,
): readonly [number, number] {
  return [layer.edges[bucket + index] ?? NaN, layer.edges[bucket + index + 1] ?? NaN];
}

/** Values in all buckets of a step. */
export function totalOf(layer: HistogramLayer, index: number): number {
  const [first, end] = bucketsOf(layer, index);
  let total = 0;
  for (let bucket = first; bucket < end; bucket++) total += layer.counts[bucket] ?? 0;
  return total;
}

/** Positions of the steps that have any values: of NaN alone there is nothing to draw, least of all a flat line. */
export function drawnSteps(layer: HistogramLayer): readonly number[] {
  return Array.from(layer.at.keys()).filter((index) => totalOf(layer, index) > 0);
}

/** Heights of the buckets of a step: counts, or the share of the values per unit of their axis. */
export function heightsOf(layer: HistogramLayer, index: number, height: Height): Float64Array {
  const [first, end] = bucketsOf(layer, index);
  const heights = layer.counts.slice(first, end);
  if (height === "count") return heights;
  const total = totalOf(layer, index);
  for (let i = 0; i < heights.length; i++) {
    const [left, right] = edgesOf(layer, index, first + i);
    heights[i] = total > 0 ? (heights[i] ?? 0) / total / (right - left) : 0;
  }
  return heights;
}

/** From a height to 0 to 1, for all steps of all layers alike. */
export interface HeightScale {
  /** The greatest height; 0 if there is none. */
  readonly top: number;
  readonly share: (height: number) => number;
  readonly log: boolean;
}

/** The part of the greatest density where a logarithmic scale begins to bend; of counts it is one. */
const bend = 1e-4;

export function heightScale(figure: HistogramFigure): HeightScale {
  let top = 0;
  for (const layer of figure.layers) {
    for (let index = 0; index < layer.at.length; index++) {
      for (const height of heightsOf(layer, index, figure.height)) top = Math.max(top, height);
    }
  }
  const unit = figure.height === "count" ? 1 : top * bend;
  const whole = Math.log1p(top / unit);
  const share = !(top > 0)
    ? () => 0
    : figure.log
      ? (height: number) => Math.log1p(height / unit) / whole
      : (height: number) => height / top;
  return { top, share, log: figure.log };
}

/** Least and greatest edge of all steps of all layers; null if there is no bucket at all. */
export function valueRange(layers: readonly HistogramLayer[]): readonly [number, number] | null {
  let low = Infinity;
  let high = -Infinity;
  for (const layer of layers) {
    for (let index = 0; index < layer.at.length; index++) {
      // An empty histogram has a bucket for nothing, which says nothing about where values are;
      // where curves are drawn over it, they are.
      if (totalOf(layer, index) === 0 && layer.curves === undefined) continue;
      const [first, end] = bucketsOf(layer, index);
      low = Math.min(low, layer.edges[first + index] ?? low);
      high = Math.max(high, layer.edges[end + index] ?? high);
    }
  }
  return low <= high ? [low, high] : null;
}
