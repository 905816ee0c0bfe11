/** What the chart of parallel coordinates draws. It knows rows and shares, no trials. */

import type { Brush, Rows, ColumnScale } from "../rows/types";

export type { ShapeBox, Colors, Shape } from "../shapes/shapes";

export interface ParallelAxis {
  /** The same axis keeps its key wherever it stands. */
  readonly key: string;
  readonly title: string;
  /** Name of its brush for those who do not see it, with what it lets through. */
  readonly label: string;
  readonly scale: ColumnScale;
  /** Small values are on top. */
  readonly flipped: boolean;
  /** null: it lets everything through. */
  readonly brush: Brush | null;
}

export interface ParallelFigure extends Rows {
  /** From left to right. */
  readonly axes: readonly ParallelAxis[];
  /** What is written beside each lane, in the order of `lanes`. */
  readonly laneNames: readonly string[];
}

/** What is drawn above the others. */
export interface LiftedRow {
  readonly row: number;
  /** What is written at each axis; empty: nothing is. */
  readonly texts: readonly string[];
}
