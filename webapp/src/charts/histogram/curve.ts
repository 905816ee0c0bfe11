/** The outline of one histogram in pixels. */

import { bucketsOf, edgesOf, heightsOf, type HeightScale } from "./heights";
import type { Height, HistogramLayer } from "./types";

/** From a value to pixels from the left, from a share of the height to pixels from above. */
export interface HistogramProjection {
  readonly x: (value: number) => number;
  readonly y: (share: number) => number;
}

/**
 * x, y, x, y... from the base to the base.
 * @param stepped - along the buckets; otherwise straight from the middle of one to that of the next.
 */
export function outline(
  layer: HistogramLayer,
  index: number,
  height: Height,
  scale: HeightScale,
  { x, y }: HistogramProjection,
  stepped: boolean,
): Float64Array {
  const heights = heightsOf(layer, index, height);
  const [first, end] = bucketsOf(layer, index);
  const points: number[] = [];
  heights.forEach((tall, i) => {
    const [left, right] = edgesOf(layer, index, first + i);
    const top = y(scale.share(tall));
    if (i === 0) points.push(x(left), y(0));
    if (stepped) points.push(x(left), top, x(right), top);
    else points.push(x((left + right) / 2), top);
    if (i === end - first - 1) points.push(x(right), y(0));
  });
  return Float64Array.from(points);
}

/** With fewer buckets than these, lines from middle to middle would show a shape that is none. */
const few = 20;

export function isCoarse(layer: HistogramLayer, index: number): boolean {
  const [first, end] = bucketsOf(layer, index);
  return end - first < few;
}

/** The bucket of a step that holds a value; -1: none. */
export function bucketAt(layer: HistogramLayer, index: number, value: number): number {
  const [first, end] = bucketsOf(layer, index);
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [, right] = edgesOf(layer, index, middle);
    // The last bucket holds its right edge, too.
    if (value < right || (middle === end - 1 && value === right)) high = middle;
    else low = middle + 1;
  }
  return low < end && value >= edgesOf(layer, index, low)[0] ? low : -1;
}

/** The height of an outline above x, in pixels from above; NaN beside it. */
export function heightAt(points: Float64Array, x: number): number {
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [x1, y1, x2, y2] = [points[i], points[i + 1], points[i + 2], points[i + 3]] as [
      number,
      number,
      number,
      number,
    ];
    if (x >= x1 && x <= x2)
      return x2 === x1 ? Math.min(y1, y2) : y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
  }
  return NaN;
}

/** The part of a step's outline over one bucket, closed along the base. */
export function bucketShape(
  layer: HistogramLayer,
  index: number,
  bucket: number,
  height: Height,
  scale: HeightScale,
  { x, y }: HistogramProjection,
): Float64Array {
  const [first] = bucketsOf(layer, index);
  const [left, right] = edgesOf(layer, index, bucket);
  const top = y(scale.share(heightsOf(layer, index, height)[bucket - first] ?? 0));
  const [a, b] = [x(left), x(right)];
  return Float64Array.of(a, y(0), a, top, b, top, b, y(0));
}
