/** How wide words are in the font of drawings, as a canvas measures them; where there is none, about. */

import { font } from "./shapes";
import { textWidth } from "./words";

const known = new Map<string, number>();
let context: CanvasRenderingContext2D | null | undefined;

/** What is cheap to ask again is forgotten. */
const MOST_KNOWN = 20_000;
const MARK = "…";

/** Pixels that a text takes. */
export function measuredWidth(text: string): number {
  const width = known.get(text);
  if (width !== undefined) return width;
  if (context === undefined && typeof document !== "undefined") {
    context = document.createElement("canvas").getContext("2d");
    if (context !== null) context.font = font;
  }
  const measured = context?.measureText(text).width ?? textWidth(text);
  if (known.size > MOST_KNOWN) known.clear();
  known.set(text, measured);
  return measured;
}

/**
 * A text that takes at most so many pixels: cut with a mark where it is longer, empty where not one letter fits.
 * @param widthOf - of a text, in pixels.
 */
export function cutMeasured(text: string, pixels: number, widthOf = measuredWidth): string {
  if (widthOf(text) <= pixels) return text;
  // Between letters, never within one that takes two places.
  const letters = [...text];
  let [fitting, tooMany] = [0, letters.length];
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1;
    const fits = widthOf(letters.slice(0, middle).join("") + MARK) <= pixels;
    if (fits) fitting = middle;
    else tooMany = middle;
  }
  return fitting === 0 ? "" : letters.slice(0, fitting).join("") + MARK;
}
