/** What lies over the points: labels, rings, the lasso, and which way the axes point. */

import type { Point, ShapeSize } from "../shapes/shapes";
import { drawRing, widthOf, write, type Ink } from "../space/ink";
import { axes, type ScatterCamera } from "./camera";
import { placed } from "./labels";
import type { ScatterLabel } from "./types";

export interface ScatterOverlay {
  readonly labels: readonly ScatterLabel[];
  /** Points with a ring around them. */
  readonly rings: readonly number[];
  /** Diameter of a ring in CSS pixels. */
  readonly ring: number;
  readonly lasso: readonly Point[];
  readonly axisNames: readonly [string, string, string];
}

const axisLength = 30; // pixels of an axis
const margin = 16;

export function drawOverlay(
  context: CanvasRenderingContext2D,
  size: ShapeSize,
  places: Float32Array,
  camera: ScatterCamera,
  overlay: ScatterOverlay,
  ink: Ink,
): void {
  context.lineJoin = "round";
  drawRings(context, places, overlay, ink);
  drawLabels(context, size, places, overlay, ink);
  drawLasso(context, overlay.lasso, ink);
  drawAxes(context, size, camera, overlay.axisNames, ink);
}

function drawRings(
  context: CanvasRenderingContext2D,
  places: Float32Array,
  { rings, ring }: ScatterOverlay,
  ink: Ink,
): void {
  for (const point of rings) {
    const x = places[2 * point] as number;
    const y = places[2 * point + 1] as number;
    if (Number.isFinite(x)) drawRing(context, { x, y }, ring / 2 + 2, ink);
  }
}

function drawLabels(
  context: CanvasRenderingContext2D,
  size: ShapeSize,
  places: Float32Array,
  { labels }: ScatterOverlay,
  ink: Ink,
): void {
  const font = (strong: boolean) => `${strong ? "600 " : ""}12px ${ink.font}`;
  context.textBaseline = "middle";
  context.textAlign = "left";
  const measure = (text: string, strong: boolean) => widthOf(context, text, font(strong));
  for (const { text, x, y, strong } of placed(labels, places, size, measure)) {
    context.font = font(strong);
    write(context, text, { x, y }, strong ? ink.text : ink.muted, ink);
  }
}

function drawLasso(context: CanvasRenderingContext2D, lasso: readonly Point[], ink: Ink): void {
  const [first, ...rest] = lasso;
  if (!first) return;
  context.beginPath();
  context.moveTo(first.x, first.y);
  for (const { x, y } of rest) context.lineTo(x, y);
  context.closePath();
  context.fillStyle = ink.chosen;
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = ink.accent;
  context.stroke();
}

function drawAxes(
  context: CanvasRenderingContext2D,
  size: ShapeSize,
  camera: ScatterCamera,
  names: readonly [string, string, string],
  ink: Ink,
): void {
  const directions = axes(camera).slice(0, camera.dimensions);
  const deep = camera.dimensions === 3;
  const origin = {
    x: margin + (deep ? axisLength : 0),
    y: size.height - margin - (deep ? axisLength : 0),
  };
  context.font = `11px ${ink.font}`;
  context.textBaseline = "middle";
  directions.forEach(([right, down], axis) => {
    const x = origin.x + right * axisLength;
    const y = origin.y + down * axisLength;
    context.lineWidth = 1.5;
    context.strokeStyle = ink.muted;
    context.beginPath();
    context.moveTo(origin.x, origin.y);
    context.lineTo(x, y);
    context.stroke();
    context.textAlign = right < -0.3 ? "right" : deep && right < 0.3 ? "center" : "left";
    const tx = x + (right < -0.3 ? -4 : right > 0.3 || !deep ? 4 : 0);
    const ty = y + (Math.abs(right) <= 0.3 ? Math.sign(down || -1) * 8 : 0);
    write(context, names[axis] ?? "", { x: tx, y: ty }, ink.muted, ink);
  });
}
