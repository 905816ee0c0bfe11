/** What is written over the drawing: numbers of the box, which way the axes point, the cursor. */

import type { Point, ShapeSize } from "../shapes/shapes";
import { drawRing, write, type Ink } from "../space/ink";
import type { MeshLabel } from "./axes";

/** A direction of an axis on the picture, of length 1 in space; `near`: towards the eye. */
export interface Arm extends Point {
  readonly near: number;
}

export interface MeshOverlay {
  readonly labels: readonly MeshLabel[];
  /** Of x, y and z. */
  readonly arms: readonly Arm[];
  readonly cursor: Point | null;
  readonly size: ShapeSize;
}

const names = ["x", "y", "z"] as const;
/** Usual colors of the axes: readable on light and dark ground. */
const colors = ["#e0524d", "#4a9e52", "#4b83e6"] as const;
const armLength = 17;
const armRoom = 28;

export function drawOverlay(
  context: CanvasRenderingContext2D,
  { labels, arms, cursor, size }: MeshOverlay,
  ink: Ink,
): void {
  context.textBaseline = "middle";
  context.textAlign = "center";
  context.lineJoin = "round";
  for (const { x, y, text, isTitle } of labels) {
    context.font = `${isTitle ? "500 " : ""}11px ${ink.font}`;
    write(context, text, { x, y }, isTitle ? ink.text : ink.muted, ink);
  }
  drawArms(context, arms, { x: armRoom, y: size.height - armRoom }, ink);
  if (cursor !== null) drawRing(context, cursor, 5, ink);
}

function drawArms(
  context: CanvasRenderingContext2D,
  arms: readonly Arm[],
  { x, y }: Point,
  ink: Ink,
): void {
  const order = arms
    .map((_, axis) => axis)
    .sort((a, b) => (arms[a]?.near ?? 0) - (arms[b]?.near ?? 0));
  context.font = `600 10px ${ink.font}`;
  context.lineCap = "round";
  for (const axis of order) {
    const arm = arms[axis];
    const color = colors[axis];
    if (arm === undefined || color === undefined) continue;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + armLength * arm.x, y + armLength * arm.y);
    context.lineWidth = 1.75;
    context.strokeStyle = color;
    context.stroke();
    const tip = { x: x + 1.45 * armLength * arm.x, y: y + 1.45 * armLength * arm.y };
    // An axis that points at the eye has no place beside the others.
    if (Math.hypot(arm.x, arm.y) > 0.25) write(context, names[axis] ?? "", tip, color, ink);
  }
}

const titleRoom = 32;

/** @param picture - as a file shows it, `scale` pixels for each of CSS. */
export function posterOf(
  picture: HTMLCanvasElement,
  title: string,
  scale: number,
  ink: Ink,
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = picture.width;
  canvas.height = picture.height + titleRoom * scale;
  const context = canvas.getContext("2d");
  if (context === null) return picture;
  context.fillStyle = ink.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, titleRoom * scale);
  context.scale(scale, scale);
  context.textBaseline = "middle";
  context.fillStyle = ink.text;
  context.font = `600 14px ${ink.font}`;
  context.fillText(title, 14, titleRoom / 2 + 2, canvas.width / scale - 28);
  return canvas;
}
