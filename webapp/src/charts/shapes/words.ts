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

/** Pixels that a text needs if `cut` shall leave it as it is. */
export function uncutWidth(text: string): number {
  let width = 0;
  for (let i = 0; i < text.length; i++) width += widthOf(text, i);
  return width * characterWidth;
}

/** A text that takes at most so many pixels. */
export function cut(text: string, pixels: number): string {
  const most = pixels / characterWidth;
  // Up to which character it fits with the mark of what is missing behind it.
  let [width, fitting] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    width += widthOf(text, i);
    if (width > most) return fitting < 1 ? "" : `${text.slice(0, fitting)}…`;
    if (width <= most - 1) fitting = i + 1;
  }
  return text;
}

/** A text in lines of at most so many pixels, broken between words; none of an empty text. */
export function wrapped(text: string, pixels: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter((each) => each !== "")) {
    const longer = lines.length === 0 ? word : `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && textWidth(longer) <= pixels) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const WIDE = /[A-HK-Z@%mw]/;
/** Where scripts begin whose characters are square. */
const SQUARE = 0x2e80;

/** Of a character, as a multiple of a usual one. */
function widthOf(text: string, at: number): number {
  if (text.charCodeAt(at) >= SQUARE) return 2;
  return WIDE.test(text[at] ?? "") ? 1.3 : 1;
}
