/** What a drag over the plot means. All in pixels of the plot, from its top left corner. */

import { between, type ChartScale } from "../common/scales";
import type { Point, ShapeBox } from "../shapes/shapes";
import type { Zoom } from "./types";

/** Shorter drags are clicks. */
const clickReach = 4;
/** A drag this flat, or three times as long as high, is meant for one axis. */
const flatReach = 14;

export type DragAxes = "none" | "x" | "y" | "both";

export function dragAxes(from: Point, to: Point): DragAxes {
  const width = Math.abs(to.x - from.x);
  const height = Math.abs(to.y - from.y);
  if (Math.max(width, height) < clickReach) return "none";
  if (height < flatReach && width > 3 * height) return "x";
  return width < flatReach && height > 3 * width ? "y" : "both";
}

/** The rectangle to show while dragging: over the whole plot along an axis that is not meant. */
export function dragBox(from: Point, to: Point, size: { width: number; height: number }): ShapeBox {
  const axes = dragAxes(from, to);
  const whole = { left: 0, top: 0, ...size };
  const left = Math.max(0, Math.min(from.x, to.x));
  const top = Math.max(0, Math.min(from.y, to.y));
  const width = Math.min(size.width, Math.max(from.x, to.x)) - left;
  const height = Math.min(size.height, Math.max(from.y, to.y)) - top;
  if (axes === "x") return { ...whole, left, width };
  if (axes === "y") return { ...whole, top, height };
  return { left, top, width, height };
}

/** The zoom that a drag asks for; null for a click. */
export function dragZoom(
  from: Point,
  to: Point,
  plot: { width: number; height: number; x: ChartScale; y: ChartScale },
): Partial<Zoom> | null {
  const axes = dragAxes(from, to);
  if (axes === "none") return null;
  const clamp = (share: number): number => Math.min(1, Math.max(0, share));
  const zoom: { x?: Zoom["x"]; y?: Zoom["y"] } = {};
  if (axes !== "y") {
    zoom.x = between(plot.x, clamp(from.x / plot.width), clamp(to.x / plot.width));
  }
  if (axes !== "x") {
    zoom.y = between(plot.y, clamp(1 - from.y / plot.height), clamp(1 - to.y / plot.height));
  }
  return zoom;
}
