/** Zooming and moving over the plane. */

import type { View } from "./frame";
import type { Point } from "../shapes/shapes";
import type { Box } from "./types";

/** A box smaller than this was meant as a click, in pixels. */
const smallest = 6;
/** So many times closer than the whole. */
const closest = 1000;

type Span = readonly [number, number];

/** The part between two corners in pixels of the plane; null: too small to be meant. */
export function zoomTo(view: View, box: Box, from: Point, to: Point): View | null {
  if (Math.abs(from.x - to.x) < smallest || Math.abs(from.y - to.y) < smallest) return null;
  const part = (span: Span, one: number, other: number): Span => {
    const at = (share: number): number =>
      span[0] + Math.min(1, Math.max(0, share)) * (span[1] - span[0]);
    return [at(Math.min(one, other)), at(Math.max(one, other))];
  };
  return {
    x: part(view.x, from.x / box.width, to.x / box.width),
    y: part(view.y, 1 - from.y / box.height, 1 - to.y / box.height),
  };
}

/** @param factor - below 1 to come closer. @returns null: the whole. */
export function zoomBy(view: View, whole: View, box: Box, at: Point, factor: number): View | null {
  const around = (span: Span, all: Span, share: number): Span => {
    const least = (all[1] - all[0]) / closest;
    const length = Math.max(least, (span[1] - span[0]) * factor);
    const fixed = span[0] + (span[1] - span[0]) * share;
    return [fixed - length * share, fixed + length * (1 - share)];
  };
  return within(
    {
      x: around(view.x, whole.x, at.x / box.width),
      y: around(view.y, whole.y, 1 - at.y / box.height),
    },
    whole,
  );
}

/** @param dx, dy - in pixels. */
export function pan(view: View, whole: View, box: Box, dx: number, dy: number): View | null {
  const moved = (span: Span, all: Span, share: number): Span => {
    const wished = share * (span[1] - span[0]);
    const by = Math.min(all[1] - span[1], Math.max(all[0] - span[0], wished));
    return [span[0] + by, span[1] + by];
  };
  return within(
    { x: moved(view.x, whole.x, -dx / box.width), y: moved(view.y, whole.y, dy / box.height) },
    whole,
  );
}

/** No farther than the whole; null if that is all of it. */
function within(view: View, whole: View): View | null {
  const inside = (span: Span, all: Span): Span => {
    const length = Math.min(span[1] - span[0], all[1] - all[0]);
    const from = Math.min(all[1] - length, Math.max(all[0], span[0]));
    return [from, from + length];
  };
  const next = { x: inside(view.x, whole.x), y: inside(view.y, whole.y) };
  const isAll = (span: Span, all: Span): boolean =>
    span[1] - span[0] >= (all[1] - all[0]) * (1 - 1e-9);
  return isAll(next.x, whole.x) && isAll(next.y, whole.y) ? null : next;
}
