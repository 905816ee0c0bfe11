/** What every way of drawing gives. */

import type { Shape, Spot } from "./types";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Drawing {
  readonly shapes: readonly Shape[];
  /** What lies at a place in pixels; null: nothing near. */
  readonly spotAt: (at: Point) => Spot | null;
  /** Drawn over the shapes to show a step and its bucket. */
  readonly highlight: (spot: Spot) => readonly Shape[];
  /** Where a step, or its bucket, is, in pixels. */
  readonly placeOf: (spot: Spot) => Point;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const nothing: Drawing = {
  shapes: [],
  spotAt: () => null,
  highlight: () => [],
  placeOf: () => ({ x: 0, y: 0 }),
};
