/** Gestures over a plot, with the box of a drag. Places are in pixels from the plot's upper left corner. */

import type { Point, ShapeBox } from "../shapes/shapes";
import type { GestureTarget } from "./listen";

export interface Gestures extends Omit<GestureTarget, "box" | "finishBox" | "cancelBox" | "click"> {
  click?(at: Point): void;
  /** What is seen during a drag: the box between both places unless given. null: nothing. */
  boxOf?(from: Point, to: Point): ShapeBox | null;
  /** A box was drawn. */
  boxed(from: Point, to: Point): void;
}

/** What drags, wheels and double clicks do; hover and click are those of all charts. */
export type ZoomGestures = Omit<Gestures, "hover" | "leave" | "click">;

/** @param show - draws the box; null: takes it away. */
export function withBox(gestures: Gestures, show: (box: ShapeBox | null) => void): GestureTarget {
  return {
    click: () => undefined,
    ...gestures,
    box(from, to) {
      const box = (gestures.boxOf ?? boxBetween)(from, to);
      if (box === null) return;
      gestures.leave();
      show(box);
    },
    finishBox(from, to) {
      show(null);
      gestures.boxed(from, to);
    },
    cancelBox: () => show(null),
  };
}

export function boxBetween(from: Point, to: Point): ShapeBox {
  const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
  return { left, top, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
}
