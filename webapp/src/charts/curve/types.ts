/** What the chart draws: curves in the unit square. It knows arrays and pixels, no runs or tags. */

import type { ChartView } from "../base/view";

export type { ChartView };
export type { ShapeBox, Colors, Point, Shape, ShapeSize } from "../shapes/shapes";

export interface CurveLine {
  /** The same line keeps its key over every update. */
  readonly key: string;
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
  /** Not falling, within [0, 1], [P]. */
  readonly x: Float64Array;
  /** Within [0, 1], [P]. */
  readonly y: Float64Array;
  /** The point to mark; -1: none. */
  readonly marked: number;
}

/**
 * How a point is joined to the one before it: `steps` goes to its height first. Average precision is
 * the sum of (recall[i] - recall[i - 1]) * precision[i], which is the area under exactly these steps;
 * it is how scikit-learn's PrecisionRecallDisplay draws (its steps-post, seen from the other end).
 */
export type CurveJoin = "steps" | "straight";

/** What a curve is read against. */
export type Guides =
  /** Lines of equal F1, and for each share of positives the precision of guessing. */
  | { readonly kind: "f1"; readonly shown: boolean; readonly noSkill: readonly number[] }
  /** The diagonal: the rates of guessing. */
  | { readonly kind: "diagonal" };

export interface CurveFigure {
  readonly lines: readonly CurveLine[];
  readonly join: CurveJoin;
  readonly guides: Guides;
  readonly xLabel: string;
  readonly yLabel: string;
}

/** The unit square. */
export const wholeView: ChartView = { x: [0, 1], y: [0, 1] };

/** A point of a line. */
export interface CurveSpot {
  readonly line: number;
  readonly index: number;
  /** From the cursor, in pixels. */
  readonly distance: number;
}
