/** What the contour chart draws: arrays in, pixels out. It knows no runs. */

export type { ShapeBox, Colors, Shape } from "../shapes/shapes";

/** A grid of values, as `lib/landscape` fills it. */
export interface ContourGrid {
  /** The same through every update. */
  readonly id: string;
  readonly name: string;
  /** Strictly rising, [X]; the distances need not be equal. */
  readonly x: Float64Array;
  /** Strictly rising, [Y]. */
  readonly y: Float64Array;
  /** [Y * X], a row for each y. */
  readonly values: Float64Array;
  /** Of each value: computed, interpolated (drawn fainter) or a hole (hatched), as `lib/landscape` has it. */
  readonly mask: Uint8Array;
  /** `#rrggbb`: lines in this color; without it they are the palette's. */
  readonly color?: string;
}

/** Where snapshots lie, in their order; each [K]. */
export interface ContourPath {
  readonly id: string;
  readonly name: string;
  readonly step: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Distance off the plane; NaN: not known. */
  readonly residual: Float64Array;
  /** The value of the snapshot itself: its dot has the color of it. NaN: not known. */
  readonly trueLoss?: Float64Array;
  /** In place of the chart's `pathColor`. */
  readonly color?: string;
}

/** A named point of the plane. */
export interface ContourMark {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** `center` is drawn as a cross, `point` as a diamond, `minimum` as a ring with its name, `saddle` as a small x. */
  readonly kind: "center" | "point" | "minimum" | "saddle";
  /** The cursor finds it, since there is something to say of it; not so unless given. */
  readonly hasReading?: boolean;
}

/** Isolines, bands of one color between them, or a color for each point. */
export type ContourDrawing = "lines" | "filled" | "heat";

export type ContourScale = "linear" | "log";

/** Texts beside the drawing; the chart has no language of its own. */
export interface ContourWords {
  /** Beside the hatched field: how many points have no height, and why. Empty: nothing is said. */
  readonly holes: string;
  /** Beside the faint field: what is not computed yet. */
  readonly waiting: string;
  /** Beside the color of the greatest values: which ones have it although they are greater. Empty, or not there: nothing is said. */
  readonly beyond?: string;
  /** Beside a ring, or a ribbon where there are many snapshots. */
  readonly residual: string;
  /** Beside a dot: that its color is that of its own value. */
  readonly truth: string;
  readonly start: string;
  readonly end: string;
}

export interface ContourFigure {
  /** The first is drawn as asked for; with several of them all are drawn as lines. */
  readonly grids: readonly ContourGrid[];
  readonly drawing: ContourDrawing;
  /** Rising, in the unit of the values. */
  readonly levels: readonly number[];
  /** Of the colors; values beyond have the colors of the ends. */
  readonly range: { readonly min: number; readonly max: number };
  readonly scale: ContourScale;
  /** Id of `lib/palettes`. */
  readonly palette: string;
  readonly paths: readonly ContourPath[];
  readonly marks: readonly ContourMark[];
  readonly xLabel: string;
  readonly yLabel: string;
  /** Name of the values, above the colors' scale. */
  readonly valueLabel: string;
  /** Where there is room, the scale of the colors stands beside the plane; in a file it always does. */
  readonly hasScale: boolean;
  /** Axes keep their names however small it is; not so unless given. */
  readonly isPaper?: boolean;
  /** `#rrggbb`; empty: one that stands out from the drawing. */
  readonly pathColor: string;
  /** CSS pixels. */
  readonly pathWidth: number;
  /** How far the paths have come, 0..1. */
  readonly frame: number;
  /** A unit of x is as long as a unit of y. */
  readonly equal: boolean;
  /** Numbers on the lines, where there is room. */
  readonly labeled: boolean;
  /** Lines are lit from the upper left, so that bands look like terraces. */
  readonly relief: boolean;
  /** Rings that show how far off the plane each snapshot lies. */
  readonly residuals: boolean;
  readonly words: ContourWords;
}

/** What the cursor points at. */
export interface ContourHover {
  /** A grid point where there is one grid, else where the cursor is. */
  readonly x: number;
  readonly y: number;
  /** Position in the only grid's values; -1 with several grids, or beside the grid. */
  readonly index: number;
  /** The snapshot that is meant, if one is near. */
  readonly snapshot: { readonly path: number; readonly index: number } | null;
  /** Position of the mark that is meant, if one that is described is near, and no snapshot nearer; none unless given. */
  readonly mark?: number | null;
  /** In pixels of the window. */
  readonly client: { readonly x: number; readonly y: number };
}
