/** What lies over the points: labels, rings, the lasso, and which way the axes point. */

import { axes, type Camera, type Size } from "./camera";
import { placed } from "./labels";
import type { Label, Place } from "./types";

export interface Ink {
  readonly text: string;
  readonly muted: string;
  readonly halo: string;
  readonly accent: string;
  readonly accentSoft: string;
  readonly font: string;
}

/** The page's colours, for a canvas, which knows no CSS variables. */
export function inkOf(element: Element): Ink {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: token("--text"),
    muted: token("--chart-axis"),
    halo: token("--bg-raised"),
    accent: token("--accent"),
    accentSoft: token("--chart-select"),
    font: token("--font"),
  };
}

export interface Overlay {
  readonly labels: readonly Label[];
  /** Points with a ring around them. */
  readonly rings: readonly number[];
  /** Diameter of a ring in CSS pixels. */
  readonly ring: number;
  readonly lasso: readonly Place[];
  readonly axisNames: readonly [string, string, string];
}

const GIZMO = 30; // pixels of an axis
const MARGIN = 16;

export function drawOverlay(
  context: CanvasRenderingContext2D,
  size: Size,
  places: Float32Array,
  camera: Camera,
  overlay: Overlay,
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
  { rings, ring }: Overlay,
  ink: Ink,
): void {
  for (const point of rings) {
    const x = places[2 * point] as number;
    const y = places[2 * point + 1] as number;
    if (!Number.isFinite(x)) continue;
    for (const [width, colour] of [
      [4, ink.halo],
      [2, ink.text],
    ] as const) {
      context.beginPath();
      context.arc(x, y, ring / 2 + 2, 0, 2 * Math.PI);
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.stroke();
    }
  }
}

/** Of labels that were drawn before: measuring takes longer than drawing. */
const widths = new Map<string, number>();

function drawLabels(
  context: CanvasRenderingContext2D,
  size: Size,
  places: Float32Array,
  { labels }: Overlay,
  ink: Ink,
): void {
  const font = (strong: boolean) => `${strong ? "600 " : ""}12px ${ink.font}`;
  context.textBaseline = "middle";
  context.textAlign = "left";
  const measure = (text: string, strong: boolean) => {
    const key = `${font(strong)}/${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      context.font = font(strong);
      width = context.measureText(text).width;
      widths.set(key, width);
    }
    return width;
  };
  for (const { text, x, y, strong } of placed(labels, places, size, measure)) {
    context.font = font(strong);
    // A halo keeps a label readable over points of any colour.
    context.lineWidth = 3;
    context.strokeStyle = ink.halo;
    context.strokeText(text, x, y);
    context.fillStyle = strong ? ink.text : ink.muted;
    context.fillText(text, x, y);
  }
}

function drawLasso(context: CanvasRenderingContext2D, lasso: readonly Place[], ink: Ink): void {
  const [first, ...rest] = lasso;
  if (!first) return;
  context.beginPath();
  context.moveTo(first.x, first.y);
  for (const { x, y } of rest) context.lineTo(x, y);
  context.closePath();
  context.fillStyle = ink.accentSoft;
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = ink.accent;
  context.stroke();
}

function drawAxes(
  context: CanvasRenderingContext2D,
  size: Size,
  camera: Camera,
  names: readonly [string, string, string],
  ink: Ink,
): void {
  const directions = axes(camera).slice(0, camera.dimensions);
  const deep = camera.dimensions === 3;
  const origin = { x: MARGIN + (deep ? GIZMO : 0), y: size.height - MARGIN - (deep ? GIZMO : 0) };
  context.font = `11px ${ink.font}`;
  context.textBaseline = "middle";
  context.lineWidth = 1.5;
  directions.forEach(([right, down], axis) => {
    const x = origin.x + right * GIZMO;
    const y = origin.y + down * GIZMO;
    context.strokeStyle = ink.muted;
    context.beginPath();
    context.moveTo(origin.x, origin.y);
    context.lineTo(x, y);
    context.stroke();
    context.strokeStyle = ink.halo;
    context.fillStyle = ink.muted;
    context.textAlign = right < -0.3 ? "right" : deep && right < 0.3 ? "center" : "left";
    const tx = x + (right < -0.3 ? -4 : right > 0.3 || !deep ? 4 : 0);
    const ty = y + (Math.abs(right) <= 0.3 ? Math.sign(down || -1) * 8 : 0);
    context.lineWidth = 3;
    context.strokeText(names[axis] ?? "", tx, ty);
    context.fillText(names[axis] ?? "", tx, ty);
    context.lineWidth = 1.5;
  });
}
