/** What every way of drawing gives. */

import type { Point } from "../shapes/shapes";
import type { Shape, Spot } from "./types";

export interface Drawing {
  readonly shapes: readonly Shape[];
  /** What lies at a place in pixels; null: nothing near. */
  readonly spotAt: (at: Point) => Spot | null;
  /** Drawn over the shapes to show a step and its bucket. */
  readonly highlight: (spot: Spot) => readonly Shape[];
  /** Where a step, or its bucket, is, in pixels. */
  readonly placeOf: (spot: Spot) => Point;
}

export const nothing: Drawing = {
  shapes: [],
  spotAt: () => null,
  highlight: () => [],
  placeOf: () => ({ x: 0, y: 0 }),
};
