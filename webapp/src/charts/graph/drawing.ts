/** What all parts of a drawing are drawn with. */

import type { GraphColors } from "./colors";
import type { Painter } from "./painter";
import type { Camera, Figure, View } from "./types";

/** Texts in one picture at most. */
export const MOST_LABELS = 600;

/** What is dimmed. */
export const DIM = 0.22;

export interface Drawing {
  readonly painter: Painter;
  readonly figure: Figure;
  readonly camera: Camera;
  readonly view: View;
  readonly colors: GraphColors;
  readonly elide: (text: string, most: number, isBold: boolean) => string;
}

/** What is not lit is dimmed. */
export const alphaOf = ({ figure }: Drawing, box: number): number =>
  figure.marks.lit === null || figure.marks.lit.has(box) ? 1 : DIM;

/** About so wide is a text, in heights of its letters. */
export const widthOf = (text: string): number => text.length * 0.62;
