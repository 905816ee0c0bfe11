/** What the drawing of a graph is given, and what it reports. */

import type { Scene, SceneBox } from "../../lib/graph/scene";
import type { Label } from "../../lib/graph/labels";

export interface GraphFigure {
  readonly scene: Scene;
  readonly labelOf: (box: SceneBox) => Label;
  /** A CSS color; null: of no kind that has one. */
  readonly colorOf: (box: SceneBox) => string | null;
  /** Whether the color fills the whole box, as it does where it stands for a number. */
  readonly isFilled: boolean;
  readonly canOpen: (box: number) => boolean;
  /** Rounded boxes: what comes in and what goes out. */
  readonly isEnd: (box: number) => boolean;
  /** What an edge carries; empty: not known. */
  readonly edgeText: (edge: number) => string;
  readonly marks: Marks;
}

/** Boxes that stand out. */
export interface Marks {
  /** -1: none. */
  readonly selected: number;
  /** What the selected one takes, and what takes what it makes. */
  readonly inputs: ReadonlySet<number>;
  readonly outputs: ReadonlySet<number>;
  /** All others are dimmed; null: none is. */
  readonly lit: ReadonlySet<number> | null;
  readonly found: ReadonlySet<number>;
  /** Colors around boxes, such as of what was added. */
  readonly outlines: ReadonlyMap<number, string>;
}

export interface GraphCamera {
  /** The place of the drawing at the left and upper border of the view. */
  readonly x: number;
  readonly y: number;
  /** Pixels for a unit of the drawing. */
  readonly scale: number;
}

export interface GraphView {
  readonly width: number;
  readonly height: number;
}

/** What is below a pointer. */
export type GraphHit =
  | { readonly part: "body"; readonly box: number }
  | { readonly part: "toggle"; readonly box: number }
  | { readonly part: "times"; readonly box: number }
  | { readonly part: "stub"; readonly box: number; readonly others: readonly number[] };
