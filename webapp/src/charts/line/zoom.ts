/** The zooms of a chart, nested: each step goes deeper, and can be taken back. */

import type { ChartRange, Zoom } from "./types";

/** From the widest to the current one; empty: everything is in sight. */
export type ZoomStack = readonly Zoom[];

/** One object for all: charts without a zoom are not drawn anew when another gets its first. */
export const unzoomed: ZoomStack = [];

export const wide: Zoom = { x: null, y: null };

export function currentZoom(stack: ZoomStack): Zoom {
  return stack.at(-1) ?? wide;
}

/** One step deeper. An axis that the step leaves alone keeps its range. */
export function zoomIn(stack: ZoomStack, step: Partial<Zoom>): ZoomStack {
  const before = currentZoom(stack);
  const zoom = { ...before, ...step };
  return isSame(before, zoom) ? stack : [...stack, zoom];
}

/** Moves the current zoom without a step of its own: the second and later ticks of a wheel. */
export function replaceZoom(stack: ZoomStack, step: Partial<Zoom>): ZoomStack {
  return [...stack.slice(0, -1), { ...currentZoom(stack), ...step }];
}

export function stepBack(stack: ZoomStack): ZoomStack {
  return stack.slice(0, -1);
}

function isSame(one: Zoom, other: Zoom): boolean {
  return isSameRange(one.x, other.x) && isSameRange(one.y, other.y);
}

export function isSameRange(one: ChartRange | null, other: ChartRange | null): boolean {
  return (
    one === other || (one !== null && other !== null && one[0] === other[0] && one[1] === other[1])
  );
}
