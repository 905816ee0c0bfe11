/** What the chart draws: arrays of histograms, one for each step. */

export type { ShapeBox, Colors, Shape } from "../shapes/shapes";

export type Mode = "offset" | "overlay" | "heat";
/** What heights and colors stand for. */
export type Height = "count" | "density";
export type HistogramAxisKind = "integer" | "relative" | "wall";

/** A number that belongs to each step, as a line over a heat map. */
export interface HistogramCurve {
  readonly name: string;
  /** [N]; NaN: none. */
  readonly values: Float64Array;
  /** Lengths of strokes and gaps in turn, in pixels; empty: a plain line. */
  readonly dash: readonly number[];
}

/** Histograms of one series. Columns have one item for each step. */
export interface HistogramLayer {
  readonly key: string;
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
  /** Where a step lies on the axis; rising. */
  readonly at: Float64Array;
  /** [N + 1]: the buckets of step i are [offset[i], offset[i + 1]). */
  readonly offset: Float64Array;
  readonly counts: Float64Array;
  /** One more than counts for each step. */
  readonly edges: Float64Array;
  /** [N * Q]: lines over a heat map. */
  readonly quantiles: Float64Array;
  /** Steps whose buckets were made for the drawing, so that their counts are no exact ones. */
  readonly evened?: ReadonlySet<number>;
  /** Over a heat map; none unless given. */
  readonly curves?: readonly HistogramCurve[];
}

export interface HistogramFigure {
  readonly layers: readonly HistogramLayer[];
  readonly axis: HistogramAxisKind;
  readonly mode: Mode;
  readonly height: Height;
  /** Heights by their logarithm. */
  readonly log: boolean;
  /** How high the highest ridge is, as a share of the drawing's height. */
  readonly lift: number;
  /** How far ridges lean to the side going back, in degrees. */
  readonly angle: number;
  /** Lines of the quantiles over a heat map. */
  readonly lines: boolean;
  /** What the axes of a heat map are; nothing unless given. */
  readonly labels?: { readonly x: string; readonly y: string };
}

/** A step of a layer, and one of its buckets; -1: none. */
export interface HistogramSpot {
  readonly layer: number;
  readonly index: number;
  readonly bucket: number;
}
