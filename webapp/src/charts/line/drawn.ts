/** Attributes of what a canvas shows, for the tests and benchmarks that watch it from outside. */

import type { Figure, Window } from "./types";

/**
 * Writes down what has just been drawn, in the frame in which it was:
 * - `data-x-min`, `data-x-max`, `data-y-min`, `data-y-max`: the ends of the axes;
 * - `data-last-step`: the newest x of all lines; only where x counts steps;
 * - `data-highlights`: the ends of each highlight; only where there are some.
 */
export function markDrawn(
  host: HTMLElement,
  { figure, window }: { readonly figure: Figure; readonly window: Window },
): void {
  const { dataset } = host;
  [dataset.xMin, dataset.xMax] = window.x.map(String);
  [dataset.yMin, dataset.yMax] = window.y.map(String);
  const newest = figure.lines.reduce((most, { x }) => Math.max(most, x.at(-1) ?? most), -Infinity);
  if (figure.kind === "integer" && newest > -Infinity) dataset.lastStep = String(newest);
  else delete dataset.lastStep;
  const highlights = (figure.highlights ?? []).map(({ range }) => range.join(" to "));
  if (highlights.length > 0) dataset.highlights = highlights.join(", ");
  else delete dataset.highlights;
}
