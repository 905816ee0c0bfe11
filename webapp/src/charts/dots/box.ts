/** Boxes over two axes: made, moved and resized. All in shares. */

import { dragged, gripAt, type Grip, type AxisSpan } from "../rows/brush";
import type { Brush } from "../rows/types";
import type { Point } from "./types";

export interface Spans {
  readonly x: AxisSpan | null;
  readonly y: AxisSpan | null;
}

/** A brush as one range: null where it has gaps, or none. */
export function envelope(brush: Brush | null): AxisSpan | null {
  const spans = brush?.spans ?? [];
  const [first, last] = [spans[0], spans[spans.length - 1]];
  if (first === undefined || last === undefined) return null;
  const hasGap = spans.some(([from], i) => i > 0 && from - (spans[i - 1]?.[1] ?? 0) > 1e-6);
  return hasGap ? null : [first[0], last[1]];
}

export interface BoxGrip {
  readonly x: Grip;
  readonly y: Grip;
}

/** What a drag does that begins here. A box over one axis only is moved along that axis. */
export function boxGrip({ x, y }: Spans, at: Point, reach: Point): BoxGrip {
  const anew: BoxGrip = { x: "new", y: "new" };
  if (x === null && y === null) return anew;
  const gripX = gripAt(x ?? [-1, 2], at.x, reach.x);
  const gripY = gripAt(y ?? [-1, 2], at.y, reach.y);
  return gripX === "new" || gripY === "new" ? anew : { x: gripX, y: gripY };
}

/** The box after a drag from `start` to `at`; null for an axis that stays as it is. */
export function boxDragged(grip: BoxGrip, spans: Spans, start: Point, at: Point): Spans {
  if (grip.x === "new") {
    return { x: dragged("new", null, start.x, at.x), y: dragged("new", null, start.y, at.y) };
  }
  // An edge is dragged: the other direction stays.
  const resizes = grip.x !== "move" || grip.y !== "move";
  const along = (own: Grip, span: AxisSpan | null, from: number, to: number): AxisSpan | null =>
    span === null || (resizes && own === "move") ? null : dragged(own, span, from, to);
  return {
    x: along(grip.x, spans.x, start.x, at.x),
    y: along(grip.y, spans.y, start.y, at.y),
  };
}

/** How the pointer looks over a box. */
export function cursorOf({ x, y }: BoxGrip): string {
  if (x === "new") return "crosshair";
  if (x === "move" && y === "move") return "grab";
  if (x === "move") return "ns-resize";
  if (y === "move") return "ew-resize";
  return (x === "from") === (y === "from") ? "nesw-resize" : "nwse-resize";
}
