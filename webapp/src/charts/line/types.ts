/** What a line chart is given, and what it says back. It knows arrays and pixels, no runs or tags. */

import type { ChartRange } from "../common/scales";

export type { ChartRange };

/** What the numbers of the x axis are: counts, any numbers, seconds since a start, or seconds since 1970. */
export type LineAxisKind = "integer" | "number" | "relative" | "wall";

/** The sorts of values that have no height. */
export const NAN = 0;
export const POSITIVE_INFINITY = 1;
export const NEGATIVE_INFINITY = 2;

/** Places where a line has values without a height, in the order of `x`; all of one length. */
export interface NonFiniteMarks {
  readonly x: Float64Array;
  /** `NAN`, `POSITIVE_INFINITY` or `NEGATIVE_INFINITY`. */
  readonly what: Uint8Array;
  readonly count: Int32Array;
}

/** A point that is worth a mark of its own: the smallest or the largest of a line. */
export interface Extremum {
  readonly x: number;
  readonly y: number;
  readonly kind: "min" | "max";
}

/** A line in two, [N] each: NaN where the other part is. */
export interface LineParts {
  readonly sure: Float64Array;
  /** Dotted, and paler. */
  readonly weak: Float64Array;
}

export interface ChartLine {
  /** The same line keeps its key over every update. */
  readonly key: string;
  readonly label: string;
  /** Any CSS color. */
  readonly color: string;
  /** Not falling, [N]. */
  readonly x: Float64Array;
  /** [N]; a non-finite value makes a gap. */
  readonly y: Float64Array;
  /** Drawn faintly behind, such as the raw values of a smoothed line, [N]; nothing unless given. */
  readonly faint?: Float64Array | null;
  /** None unless given. */
  readonly nonFinite?: NonFiniteMarks | null;
  /** None unless given. */
  readonly extrema?: readonly Extremum[];
  /** Where the line was taken up again, in the order of `x`; nowhere unless given. */
  readonly resumed?: readonly { readonly x: number; readonly y: number }[];
  /** Which axis its heights are read on; the left one unless given. */
  readonly axis?: "left" | "right";
  /** Lengths of strokes and gaps in turn, in pixels; a plain line unless given. */
  readonly dash?: readonly number[];
  /** What is drawn in place of `y`, where part of it is of so little that it says little. */
  readonly parts?: LineParts;
}

/** What lies between two curves, filled behind all lines. */
export interface Area {
  /** Any CSS color. */
  readonly color: string;
  /** All [N]; x does not fall; where an end is not finite, there is a gap. */
  readonly x: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Of so little that it says little: hatched, and without a say in the height. Not so unless given. */
  readonly isWeak?: boolean;
}

/** A line thin and faint behind the others, which no cursor finds. */
export interface QuietLine
  extends Pick<ChartLine, "x" | "y" | "color">, Partial<Pick<ChartLine, "key">> {
  /** It only has a say in the height. It is drawn unless given. */
  readonly isHidden?: boolean;
}

/** Heights of the left axis that are tinted, and drawn in the color of warnings wherever a line passes them. */
export interface Highlight {
  /** An infinite end is open. */
  readonly range: ChartRange;
  /** Of the lines that it is of; all of the left axis unless given. */
  readonly keys?: ReadonlySet<string>;
}

/** The data of a chart and how its axes read them: linear, as high as the data, and bare unless given. */
export interface LineFigure {
  readonly lines: readonly ChartLine[];
  readonly kind: LineAxisKind;
  readonly logX?: boolean;
  readonly logY?: boolean;
  /** Heights that the unzoomed chart shows at most; all unless given. Keeps outliers from flattening it. */
  readonly limits?: ChartRange | null;
  /** Where the left axis ends while nobody zoomed it, whatever the heights are; null: as they want it. */
  readonly ends?: readonly [low: number | null, high: number | null];
  /**
   * Which curves the height fits itself to where nobody zoomed it: all, unless given; most of them, so that those
   * that diverged lie beyond it; or the rest of them, so that those that squeeze the others do, too.
   */
  readonly fit?: "all" | "most" | "rest";
  readonly logRight?: boolean;
  readonly areas?: readonly Area[];
  readonly quiet?: readonly QuietLine[];
  readonly highlights?: readonly Highlight[];
}

/** A part of the figure; null: as much as there is. */
export interface Zoom {
  readonly x: ChartRange | null;
  readonly y: ChartRange | null;
}

/** What is in sight. */
export interface LineWindow {
  readonly x: ChartRange;
  readonly y: ChartRange;
  /** Of the right axis; only where a line is read on it. */
  readonly right?: ChartRange;
}

/** Where the cursor is, and the nearest point of each line there. */
export interface LineCursor {
  /** In the unit of the x axis. */
  readonly x: number;
  /** For each line of the figure the index of its nearest point, or -1 if it has none in sight. */
  readonly indexes: readonly number[];
  /** Vertical distance of that point to the cursor in pixels, for each line. */
  readonly distances: readonly number[];
  /** For each line whether it ends before the cursor, or begins after it, and not closely. */
  readonly apart: readonly boolean[];
  /** Position in `lines` of the line nearest to the cursor; -1 if there is none. */
  readonly nearest: number;
}

export interface Hover extends LineCursor {
  /** Of the cursor, in pixels of the browser's window. */
  readonly client: { readonly x: number; readonly y: number };
}
