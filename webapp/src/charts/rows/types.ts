/** What charts share that draw one mark for each row of a table. */

import type { Value } from "../../lib/table/types";

export const scaleNames = ["linear", "log", "quantile", "category"] as const;
export type ScaleName = (typeof scaleNames)[number];

/** The cells of a column, as the table has them. */
export interface Cells {
  /** [rows]; NaN where the cell is no number. */
  readonly numbers: Float64Array;
  /** [rows]: of `lib/table/types`. */
  readonly codes: Int32Array;
  readonly values: readonly (string | boolean | null)[];
}

/** Places beside an axis, for what has none on it. In the order in which they are drawn. */
export const lanes = ["above", "below", "nonPositive", "nan", "other", "missing"] as const;
/** +∞, -∞, what has no logarithm, NaN, what is no number, and nothing at all. */
export type AxisLane = (typeof lanes)[number];

export interface Tick {
  /** Of the axis, from 0 to 1. */
  readonly share: number;
  /** Empty for a tick without text. */
  readonly label: string;
}

/** Where each row lies along an axis. */
export interface ColumnScale {
  readonly name: ScaleName;
  /** [rows], from 0 to 1; NaN: in a lane, or not drawn. */
  readonly shares: Float32Array;
  /** [rows]: 0 on the axis, else a position in `lanes` plus one. */
  readonly lanes: Uint8Array;
  /** The lanes that drawn rows are in, and how many of them. */
  readonly asides: readonly { readonly lane: AxisLane; readonly count: number }[];
  /** The values of a category axis, each with a band of the same size; null on others. */
  readonly bands: readonly Value[] | null;
  /** Where a value lies; beyond the ends for one that no drawn row reaches, NaN for one that has no place. */
  shareOf(value: Value): number;
  /** The number at a share; of a category axis the position of the band. */
  valueAt(share: number): number;
  /** @param count - about how many there is room for. */
  ticks(count: number): readonly Tick[];
}

/** What an axis lets through; in its color it lies over the axis. */
export interface Brush {
  /** Rising pairs of shares. */
  readonly spans: readonly (readonly [number, number])[];
  readonly lanes: readonly AxisLane[];
}

/** The rows of a chart. */
export interface Rows {
  /** Those that are drawn, rising. */
  readonly drawn: Int32Array;
  /** [rows]: 1 for those that are drawn strongly. */
  readonly inside: Uint8Array;
  /** [rows]: CSS colors. */
  readonly colors: readonly string[];
}
