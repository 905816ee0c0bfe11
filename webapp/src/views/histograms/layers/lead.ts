/** Which sections have an overview of their layers, and how high it is. */

import type { CardSection } from "../../../cards/cards";
import { heightOf } from "../../../charts/layers/layout";

/** Of the line of controls, in pixels; in a narrow section they take several. */
const lineHeight = 36;
const wide = { one: 700, several: 960 };
const middling = 600;

/** In the order of the cards. */
export function tagsOf({ cards }: CardSection): readonly string[] {
  return [...new Set(cards.map(({ tag }) => tag))];
}

/** The selected runs that have any of the tags. */
export function runsOf({ cards }: CardSection): readonly string[] {
  return [...new Set(cards.flatMap(({ runs }) => runs))];
}

/** Lines of controls above the picture. */
export function linesOf(width: number, runs: number): number {
  if (runs < 2) return width >= wide.one ? 1 : 2;
  if (width >= wide.several) return 1;
  return width >= middling ? 2 : 3;
}

/** In pixels; 0: a section of one tag has none. */
export function leadHeight(section: CardSection, width: number, isOpen: boolean): number {
  const rows = tagsOf(section).length;
  if (rows < 2) return 0;
  if (!isOpen) return lineHeight;
  return lineHeight * linesOf(width, runsOf(section).length) + heightOf(rows);
}
