/** What is written over the drawing: axes, names of points, the cursor. */

import type { Label, Place } from "./labels";

/** The page's colours, for a canvas, which knows no CSS variables. */
export interface Ink {
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly edge: string;
  readonly ground: string;
  readonly warn: string;
  readonly font: string;
}

export function inkOf(element: Element): Ink {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: token("--text"),
    muted: token("--chart-axis"),
    grid: token("--line"),
    edge: token("--line-strong"),
    ground: token("--bg-raised"),
    warn: token("--warn"),
    font: token("--font"),
  };
}

/** The same for white paper. */
export function onPaper(ink: Ink): Ink {
  return {
    ...ink,
    ...{ text: "#11151c", muted: "#59616e", grid: "#e1e4e9", edge: "#c3c8d0" },
    ...{ ground: "#ffffff", warn: "#9a5b00" },
  };
}

/** A named point, beside which its name is written. */
export interface Named extends Place {
  readonly text: string;
  /** A surface lies before it. */
  readonly isCovered: boolean;
}

/** How much is seen of the name of a point that is seen through a surface. */
const covered = 0.6;

export interface Cursor {
  readonly at: Place;
  /** Below it, on the floor. */
  readonly floor: Place;
}

export interface Overlay {
  readonly labels: readonly Label[];
  readonly names: readonly Named[];
  readonly cursor: Cursor | null;
}

const widths = new Map<string, number>();

/** Widths of texts in the font of the numbers; measuring takes longer than drawing. */
export function measurer(context: CanvasRenderingContext2D, ink: Ink): (text: string) => number {
  return (text) => {
    const key = `${ink.font}/${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      context.font = `11px ${ink.font}`;
      width = context.measureText(text).width;
      widths.set(key, width);
    }
    return width;
  };
}

export function drawOverlay(context: CanvasRenderingContext2D, overlay: Overlay, ink: Ink): void {
  context.textBaseline = "middle";
  context.textAlign = "center";
  context.lineJoin = "round";
  for (const { x, y, text, turn, isTitle } of overlay.labels) {
    context.save();
    context.translate(x, y);
    context.rotate(turn);
    context.font = `${isTitle ? "500 " : ""}11px ${ink.font}`;
    write(context, text, 0, 0, isTitle ? ink.text : ink.muted, ink.ground);
    context.restore();
  }
  drawNames(context, overlay.names, ink);
  if (overlay.cursor !== null) drawCursor(context, overlay.cursor, ink);
}

/** With a halo, which keeps a text readable over any colour. */
function write(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  colour: string,
  halo: string,
): void {
  context.lineWidth = 3;
  context.strokeStyle = halo;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

function drawNames(context: CanvasRenderingContext2D, names: readonly Named[], ink: Ink): void {
  const taken: { x: number; y: number; width: number }[] = [];
  context.font = `500 11px ${ink.font}`;
  for (const { x, y, text, isCovered } of names) {
    const width = context.measureText(text).width;
    const box = { x: x + 9 + width / 2, y: y - 11, width };
    // The end of a path is often the centre: one below the other.
    while (
      taken.some(
        (other) =>
          Math.abs(other.y - box.y) < 13 && Math.abs(other.x - box.x) < (other.width + width) / 2,
      )
    )
      box.y += 14;
    taken.push(box);
    context.globalAlpha = isCovered ? covered : 1;
    write(context, text, box.x, box.y, ink.text, ink.ground);
  }
  context.globalAlpha = 1;
}

function drawCursor(context: CanvasRenderingContext2D, { at, floor }: Cursor, ink: Ink): void {
  context.beginPath();
  context.setLineDash([3, 3]);
  context.moveTo(at.x, at.y);
  context.lineTo(floor.x, floor.y);
  context.lineWidth = 1;
  context.strokeStyle = ink.text;
  context.stroke();
  context.setLineDash([]);
  for (const [width, colour] of [
    [4, ink.ground],
    [2, ink.text],
  ] as const) {
    context.beginPath();
    context.arc(at.x, at.y, 5, 0, 2 * Math.PI);
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
  }
}
