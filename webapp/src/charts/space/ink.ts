/** The page's colors and font for what is written over a view into space. */

import type { Point } from "../shapes/shapes";

export interface Ink {
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly edge: string;
  /** What lies behind everything: letters have a rim of it. */
  readonly ground: string;
  readonly accent: string;
  /** What is selected. */
  readonly chosen: string;
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
    accent: token("--accent"),
    chosen: token("--chart-select"),
    warn: token("--warn"),
    font: token("--font"),
  };
}

/** Colors for white paper. */
export const paperInk = {
  text: "#11151c",
  muted: "#59616e",
  grid: "#e1e4e9",
  edge: "#c3c8d0",
  ground: "#ffffff",
  warn: "#9a5b00",
} as const;

/** The same for white paper. */
export function onPaper(ink: Ink): Ink {
  return { ...ink, ...paperInk };
}

const widths = new Map<string, number>();

/** Width of a text in pixels. Each is measured once: that takes longer than drawing. */
export function widthOf(context: CanvasRenderingContext2D, text: string, font: string): number {
  const key = `${font}/${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    context.font = font;
    width = context.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/** With a rim, which keeps a text readable over any color. */
export function write(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y }: Point,
  color: string,
  { ground }: Ink,
): void {
  context.lineWidth = 3;
  context.strokeStyle = ground;
  context.strokeText(text, x, y);
  context.fillStyle = color;
  context.fillText(text, x, y);
}

/** A ring around a place, with a rim of its own. */
export function drawRing(
  context: CanvasRenderingContext2D,
  { x, y }: Point,
  radius: number,
  { ground, text }: Ink,
): void {
  for (const [width, color] of [
    [4, ground],
    [2, text],
  ] as const) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.lineWidth = width;
    context.strokeStyle = color;
    context.stroke();
  }
}
