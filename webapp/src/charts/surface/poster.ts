/** A picture of surfaces as a file: with a title, and with what its colors stand for. */

import { shortNumber } from "../../lib/numbers";
import { colorOf, hexOf } from "../../lib/palettes";
import { logTicks, numberTicks } from "../../lib/ticks";
import type { ShapeSize } from "../shapes/shapes";
import { shareOn, type SurfaceAxis } from "./frame";
import type { Ink } from "../space/ink";
import type { SurfaceFigure } from "./types";

const titleRoom = 32;
const nameRoom = 20;
const wordRoom = 18;
const barWidth = 12;
const barRoom = 92;
const steps = 128;

export interface Poster {
  readonly title: string;
  readonly figure: SurfaceFigure;
  /** Of the colors. */
  readonly tint: SurfaceAxis;
  readonly ink: Ink;
  /** Of the picture, in CSS pixels. */
  readonly size: ShapeSize;
  /** Pixels of the file for each of CSS. */
  readonly scale: number;
}

/** @param picture - of the surfaces, `scale` times as large as `size`. */
export function posterOf(picture: HTMLCanvasElement, poster: Poster): HTMLCanvasElement | null {
  const { title, figure, ink, size, scale } = poster;
  const named = figure.grids.filter(({ color }) => color !== undefined);
  const hasBar = named.length < figure.grids.length;
  const top = titleRoom + named.length * nameRoom;
  const { waiting, holes, beyond = "", truth = "" } = figure.words;
  const notes = [waiting, holes, beyond, truth].filter((text) => text !== "");
  const [width, below] = [size.width + (hasBar ? barRoom : 0), top + size.height];
  const height = below + (notes.length > 0 ? notes.length * wordRoom + 8 : 0);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  if (context === null) return null;
  context.fillStyle = ink.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, Math.round(top * scale));
  context.scale(scale, scale);
  context.textBaseline = "middle";
  context.fillStyle = ink.text;
  context.font = `600 14px ${ink.font}`;
  context.fillText(title, 14, titleRoom / 2 + 2, width - 28);
  context.font = `12px ${ink.font}`;
  named.forEach(({ name, color }, i) => {
    const y = titleRoom + (i + 0.5) * nameRoom;
    context.fillStyle = color ?? ink.text;
    context.beginPath();
    context.arc(19, y, 5, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = ink.text;
    context.fillText(name, 31, y, width - 45);
  });
  context.fillStyle = ink.muted;
  notes.forEach((text, i) => context.fillText(text, 14, below + (i + 0.5) * wordRoom, width - 28));
  if (hasBar)
    drawBar(context, { left: size.width + 8, top: top + 34, height: size.height - 68 }, poster);
  return canvas;
}

function drawBar(
  context: CanvasRenderingContext2D,
  { left, top, height }: { left: number; top: number; height: number },
  { figure, tint, ink }: Poster,
): void {
  for (let i = 0; i < steps; i++) {
    context.fillStyle = hexOf(colorOf(figure.palette, 1 - (i + 0.5) / steps));
    // A little more, or seams would show.
    context.fillRect(left, top + (i * height) / steps, barWidth, height / steps + 0.6);
  }
  context.strokeStyle = ink.edge;
  context.strokeRect(left, top, barWidth, height);
  const count = Math.max(2, height / 60);
  const { at } = tint.log
    ? logTicks(tint.min, tint.max, count)
    : numberTicks(tint.min, tint.max, count);
  context.font = `12px ${ink.font}`;
  context.fillStyle = ink.muted;
  for (const value of at) {
    const y = top + (1 - shareOn(tint, value)) * height;
    context.fillText(shortNumber(value, 3), left + barWidth + 6, y);
  }
  context.fillStyle = ink.text;
  context.font = `600 12px ${ink.font}`;
  context.fillText(figure.valueLabel, left, top - 16, barRoom - 12);
}
