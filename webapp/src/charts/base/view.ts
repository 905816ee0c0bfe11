/** The part of a plane that is in sight, and how gestures and keys move it. */

import { zoomKey } from "./kind";
import type { ZoomGestures } from "../pad/gestures";
import type { Point, ShapeSize } from "../shapes/shapes";
import { between, panBy, zoomAround, type ChartRange } from "../common/scales";

export interface ChartView {
  readonly x: ChartRange;
  readonly y: ChartRange;
}

/** A plane, and what of it is seen. */
export interface Sight {
  readonly whole: ChartView;
  readonly view: ChartView;
  /** So many times closer than the whole it comes. */
  readonly closest: number;
  /** Of the plot, in pixels. Places are measured from its upper left corner. */
  readonly size: ShapeSize;
}

/** A box smaller than this is meant as a click, in pixels. */
const clickReach = 4;
const byKey = 0.6;

const scaleOf = (range: ChartRange) => ({ range, log: false });
const lengthOf = ([from, to]: ChartRange): number => to - from;

export function isWhole({ view, whole }: Pick<Sight, "view" | "whole">): boolean {
  const isAll = (of: "x" | "y"): boolean => lengthOf(view[of]) >= lengthOf(whole[of]) * (1 - 1e-9);
  return isAll("x") && isAll("y");
}

/** No farther than the whole: moved back inside, and cut where it is too large. */
function inside(range: ChartRange, whole: ChartRange): ChartRange {
  const length = Math.min(lengthOf(range), lengthOf(whole));
  const from = Math.min(whole[1] - length, Math.max(whole[0], range[0]));
  return [from, from + length];
}

/** Around a place, which stays where it is. @param factor - below 1 to come closer. */
export function zoomBy(
  { whole, view, closest, size }: Sight,
  at: Point,
  factor: number,
): ChartView {
  const part = (of: "x" | "y", share: number): ChartRange => {
    const least = lengthOf(whole[of]) / closest / lengthOf(view[of]);
    return inside(zoomAround(scaleOf(view[of]), share, Math.max(factor, least)), whole[of]);
  };
  return { x: part("x", at.x / size.width), y: part("y", 1 - at.y / size.height) };
}

/** What was dragged over; null for a click. */
export function zoomTo({ whole, view, size }: Sight, from: Point, to: Point): ChartView | null {
  if (Math.min(Math.abs(from.x - to.x), Math.abs(from.y - to.y)) < clickReach) return null;
  const part = (of: "x" | "y", one: number, other: number): ChartRange =>
    inside(between(scaleOf(view[of]), one, other), whole[of]);
  return {
    x: part("x", from.x / size.width, to.x / size.width),
    y: part("y", 1 - from.y / size.height, 1 - to.y / size.height),
  };
}

/** @param dx, dy - how far the content is pushed, in pixels. */
export function pan({ whole, view, size }: Sight, dx: number, dy: number): ChartView {
  return {
    x: inside(panBy(scaleOf(view.x), -dx / size.width), whole.x),
    y: inside(panBy(scaleOf(view.y), dy / size.height), whole.y),
  };
}

export interface SightOptions {
  /** Asked at each gesture. */
  readonly sight: () => Sight;
  /** Whether a wheel without a key zooms. */
  readonly plainWheel: () => boolean;
  readonly onview: (view: ChartView) => void;
}

export function sightGestures({ sight, plainWheel, onview }: SightOptions): ZoomGestures {
  return {
    boxZoom: () => isWhole(sight()) || !plainWheel(),
    plainWheel,
    boxed(from, to) {
      const next = zoomTo(sight(), from, to);
      if (next !== null) onview(next);
    },
    pan: (dx, dy) => onview(pan(sight(), dx, dy)),
    zoom: (at, factor) => onview(zoomBy(sight(), at, factor)),
    restore: () => onview(sight().whole),
  };
}

/** What a key shows: a zoom, or the whole with Escape, too, where that is not seen. null: it means nothing here. */
export function viewAfter(sight: Sight, event: Pick<KeyboardEvent, "key">): ChartView | null {
  const zoom = zoomKey(event);
  const center = { x: sight.size.width / 2, y: sight.size.height / 2 };
  if (zoom === "in") return zoomBy(sight, center, byKey);
  if (zoom === "out") return zoomBy(sight, center, 1 / byKey);
  if (zoom === "whole" || (event.key === "Escape" && !isWhole(sight))) return sight.whole;
  return null;
}
