/** What a figure is made of: a chart that can be drawn in any size. */

import type { FigureLabels, FigureWish } from "../../charts/shapes/figure";

/** Of scripts: how a figure looks that they draw anew. */
export interface ScriptLook {
  /** In inches. */
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  /** In points. */
  readonly fontSize: number;
  /** The first that is there is taken. */
  readonly families: readonly string[];
  readonly wish: Omit<FigureWish, "width" | "height">;
}

export interface FigureSource {
  /** As the page has them. */
  readonly labels: FigureLabels;
  /** What the third label is of; null: nothing has it. */
  readonly value: "scale" | "right" | null;
  /** An SVG document on white ground; null before it is there. */
  readonly svg: (wish: FigureWish) => string | null;
  /** Python that draws the same with matplotlib. */
  readonly python?: (look: ScriptLook) => string;
}
