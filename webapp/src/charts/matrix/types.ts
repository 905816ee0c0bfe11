/** What the chart draws: a square matrix, a cell for each pair of classes. */

export type { ShapeBox, Colors, Point, Shape, ShapeSize } from "../shapes/shapes";

export interface MatrixFigure {
  /** Of the C classes. */
  readonly names: readonly string[];
  /** How strongly each cell is colored, from -1 to 1, [C * C] by rows; NaN: not at all. */
  readonly strength: Float64Array;
  /** What is written into a cell, if there is room. */
  readonly text: (row: number, column: number) => string;
  /** Of strength 1, `#rrggbb`. */
  readonly color: string;
  /** Of strength -1. */
  readonly opposite: string;
  /** What the strengths stand for at the ends of the scale; `low` is -1 where there are any, else 0. */
  readonly scale: { readonly low: string; readonly high: string; readonly hasNegative: boolean };
  readonly rowLabel: string;
  readonly columnLabel: string;
}

/** The classes that are in sight: [from, to). */
export interface MatrixWindow {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

export interface MatrixCell {
  readonly row: number;
  readonly column: number;
}

export function wholeWindow(classes: number): MatrixWindow {
  return { rows: [0, classes], columns: [0, classes] };
}
