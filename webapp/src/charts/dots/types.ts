/** What charts of dots draw: a dot for each row, at its places along two axes. */

import type { Brush, Rows, ColumnScale } from "../rows/types";
import type { Point } from "../shapes/shapes";

export type { ShapeBox, Colors, Point, Shape, ShapeSize } from "../shapes/shapes";

export interface DotAxis {
  readonly key: string;
  readonly title: string;
  readonly scale: ColumnScale;
  /** null: it lets everything through. */
  readonly brush: Brush | null;
}

/** One pair of axes. */
export interface DotFigure extends Rows {
  readonly x: DotAxis;
  readonly y: DotAxis;
  /** [rows], radius in pixels; null: all alike. */
  readonly radii: Float32Array | null;
  /** A line in shares of both axes: where it begins and where it ends. */
  readonly trend: readonly [Point, Point] | null;
  /** Of each lane, in the order of `lanes`. */
  readonly laneNames: readonly string[];
}

/** How dots look and are meant. */
export interface DotsStyle {
  /** [rows], or one for all; in pixels. */
  readonly radii: Float32Array | number;
  /** Around a dot that is lifted: so far beyond it, and so wide, in pixels. */
  readonly ring: { readonly beyond: number; readonly width: number };
  /** A dot so near is meant, in pixels. */
  readonly reach: number;
  /** And an edge of a box, in pixels. */
  readonly grab: number;
  /** Dots of the first piece that is drawn. */
  readonly pace: number;
}

/** Every pair of some columns and some rows. */
export interface Grid extends Rows {
  readonly xs: readonly DotAxis[];
  readonly ys: readonly DotAxis[];
}
