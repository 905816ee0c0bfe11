/** The measures of a table of runs by steps, in pixels. */

import type { CardSize } from "../../cards/page/cards";

export const thumbs: Readonly<Record<CardSize, number>> = { small: 72, medium: 120, large: 200 };
/** Between two images. */
const gap = 6;
export const headerHeight = 22;
/** Rows that are seen at once; the others are scrolled to. */
const MOST_ROWS: Readonly<Record<CardSize, number>> = { small: 8, medium: 5, large: 3 };
/** Title, frame and the bar that scrolls. */
const AROUND = 56;

export function pitch(size: CardSize): number {
  return thumbs[size] + gap;
}

/** Height of a card with so many runs. */
export function gridHeight(size: CardSize, runs: number): number {
  return AROUND + headerHeight + pitch(size) * Math.min(MOST_ROWS[size], Math.max(1, runs));
}
