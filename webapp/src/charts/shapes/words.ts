/** How much room words take in a drawing. */

import type { Ticks } from "../../lib/ticks";

/** Of one character of `font`, in pixels, on average over digits. */
export const characterWidth = 6.3;

/** Pixels that a text takes, about. Chinese characters are twice as wide as others. */
export function textWidth(text: string): number {
  const wide = [...text].filter((letter) => letter > "\u2e80").length;
  return (text.length + wide) * characterWidth * 0.95;
}

/** Pixels that the longest label of an axis takes. */
export function labelWidth(ticks: Ticks): number {
  const lines = ticks.labels.flatMap((label) => label.split("\n"));
  return lines.reduce((most, line) => Math.max(most, line.length), 0) * characterWidth;
}

/** A text that takes at most so many pixels. */
export function cut(text: string, pixels: number): string {
  const most = Math.floor(pixels / characterWidth);
  return text.length <= most ? text : most < 2 ? "" : `${text.slice(0, most - 1)}…`;
}
