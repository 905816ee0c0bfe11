/** Which part of the unit square is in sight. */

import { panBy, valueAt, zoomAround } from "../common/scales";
import { type Point, type Size, type View, wholeView } from "./types";

type Ends = readonly [number, number];

/** Shorter drags are clicks, in pixels. */
const clickReach = 4;

/** Closer than this there is nothing more to see. */
const narrowest = 1e-6;

const scale = (range: Ends) => ({ range, log: false });

/** Within the unit square: it is moved back inside, and cut where it is too large. */
function inUnit([from, to]: Ends): Ends {
  const size = Math.min(1, Math.max(narrowest, to - from));
  const start = Math.min(1 - size, Math.max(0, from));
  return [start, start + size];
}

export function isWhole(view: View): boolean {
  return view.x[0] <= 0 && view.x[1] >= 1 && view.y[0] <= 0 && view.y[1] >= 1;
}

/** @param at - in pixels of the square of `size`, from its top left corner. */
export function zoomBy(view: View, size: Size, at: Point, factor: number): View {
  return {
    x: inUnit(zoomAround(scale(view.x), at.x / size.width, factor)),
    y: inUnit(zoomAround(scale(view.y), 1 - at.y / size.height, factor)),
  };
}

/** What was dragged over; null for a click. */
export function zoomTo(view: View, size: Size, from: Point, to: Point): View | null {
  const [wide, high] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  if (wide < clickReach || high < clickReach) return null;
  const part = (range: Ends, one: number, other: number): Ends =>
    inUnit([
      valueAt(scale(range), Math.min(one, other)),
      valueAt(scale(range), Math.max(one, other)),
    ]);
  return {
    x: part(view.x, from.x / size.width, to.x / size.width),
    y: part(view.y, 1 - from.y / size.height, 1 - to.y / size.height),
  };
}

/** @param dx, dy - how far the content is pushed, in pixels. */
export function pan(view: View, size: Size, dx: number, dy: number): View {
  return isWhole(view)
    ? wholeView
    : {
        x: inUnit(panBy(scale(view.x), -dx / size.width)),
        y: inUnit(panBy(scale(view.y), dy / size.height)),
      };
}
