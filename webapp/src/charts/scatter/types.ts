/** What the scatter chart draws: arrays with an item for each point. */

import type { Point } from "../shapes/shapes";

/** Coordinates in any unit, each [N]; NaN: the point is not there. `z` is zeros in two dimensions. */
export interface ScatterPositions {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
}

/** How points look. */
export interface Looks {
  /** Red, green, blue, alpha, [4 N]. */
  readonly colors: Uint8Array;
  /** Diameters as multiples of the usual one, [N]; 0 hides a point. */
  readonly sizes: Float32Array;
}

/** Small pictures in place of dots: a sheet of cells, row by row, one for each point. */
export interface Sheet {
  readonly image: ImageBitmap;
  readonly width: number;
  readonly height: number;
  readonly across: number;
}

/** A text beside a point. */
export interface ScatterLabel {
  readonly point: number;
  readonly text: string;
  /** Drawn strongly, and before the others. */
  readonly strong: boolean;
}

/** What a page may ask of a drawn chart. */
export interface ScatterHandle {
  /** Bring all points into sight. */
  fit(): void;
  /** Move the view so that a point is in its middle. */
  focus(point: number): void;
  /** Where a point is drawn; null: out of sight. */
  placeOf(point: number): Point | null;
  /** The picture as it is seen. */
  png(background: string): Promise<Blob>;
}
