/** What is written over the drawing: axes, names of points, the cursor. */

import type { Point } from "../shapes/shapes";
import { drawRing, write, type Ink } from "../space/ink";
import type { SurfaceLabel } from "./labels";

/** A named point, beside which its name is written. */
export interface Named extends Point {
  readonly text: string;
  /** A surface lies before it. */
  readonly isCovered: boolean;
}

/** How much is seen of the name of a point that is seen through a surface. */
const covered = 0.6;

export interface SurfaceCursor {
  readonly at: Point;
  /** Below it, on the floor. */
  readonly floor: Point;
}

export interface SurfaceOverlay {
  readonly labels: readonly SurfaceLabel[];
  readonly names: readonly Named[];
  readonly cursor: SurfaceCursor | null;
}

export function drawOverlay(
  context: CanvasRenderingContext2D,
  overlay: SurfaceOverlay,
  ink: Ink,
): void {
  context.textBaseline = "middle";
  context.textAlign = "center";
  context.lineJoin = "round";
  for (const { x, y, text, turn, isTitle } of overlay.labels) {
    context.save();
    context.translate(x, y);
    context.rotate(turn);
    context.font = `${isTitle ? "500 " : ""}11px ${ink.font}`;
    write(context, text, { x: 0, y: 0 }, isTitle ? ink.text : ink.muted, ink);
    context.restore();
  }
  drawNames(context, overlay.names, ink);
  if (overlay.cursor !== null) drawCursor(context, overlay.cursor, ink);
}

function drawNames(context: CanvasRenderingContext2D, names: readonly Named[], ink: Ink): void {
  const taken: { x: number; y: number; width: number }[] = [];
  context.font = `500 11px ${ink.font}`;
  for (const { x, y, text, isCovered } of names) {
    const width = context.measureText(text).width;
    const box = { x: x + 9 + width / 2, y: y - 11, width };
    // The end of a path is often the center: one below the other.
    while (
      taken.some(
        (other) =>
          Math.abs(other.y - box.y) < 13 && Math.abs(other.x - box.x) < (other.width + width) / 2,
      )
    )
      box.y += 14;
    taken.push(box);
    context.globalAlpha = isCovered ? covered : 1;
    write(context, text, box, ink.text, ink);
  }
  context.globalAlpha = 1;
}

function drawCursor(
  context: CanvasRenderingContext2D,
  { at, floor }: SurfaceCursor,
  ink: Ink,
): void {
  context.beginPath();
  context.setLineDash([3, 3]);
  context.moveTo(at.x, at.y);
  context.lineTo(floor.x, floor.y);
  context.lineWidth = 1;
  context.strokeStyle = ink.text;
  context.stroke();
  context.setLineDash([]);
  drawRing(context, at, 5, ink);
}
