/** What all parts of a drawing are drawn with. */

import type { GraphColors } from "./colors";
import type { Painter } from "./painter";
import type { GraphCamera, GraphFigure, GraphView } from "./types";

/** Texts in one picture at most. */
export const MOST_LABELS = 600;

/** What is dimmed. */
export const DIM = 0.22;

export interface GraphDrawing {
  readonly painter: Painter;
  readonly figure: GraphFigure;
  readonly camera: GraphCamera;
  readonly view: GraphView;
  readonly colors: GraphColors;
  readonly elide: (text: string, most: number, isBold: boolean) => string;
}

/** What is not lit is dimmed. */
export const alphaOf = ({ figure }: GraphDrawing, box: number): number =>
  figure.marks.lit === null || figure.marks.lit.has(box) ? 1 : DIM;

/** About so wide is a text, in heights of its letters. */
export const widthOf = (text: string): number => text.length * 0.62;
