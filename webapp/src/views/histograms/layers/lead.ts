/** Which sections have an overview of their layers, and how high it is. */

import type { CardSection } from "../../../cards/page/cards";
import { heightOf } from "../../../charts/layers/layout";

/** Of the line of controls, in pixels; in a narrow section they take several. */
const lineHeight = 36;
const wide = { one: 700, several: 960 };
const middling = 600;

/** Of a run, in the order of the cards: those of other models would be empty rows. */
export function tagsOf({ cards }: CardSection, run: string): readonly string[] {
  return [...new Set(cards.filter(({ runs }) => runs.includes(run)).map(({ tag }) => tag))];
}

/** The run that is shown: the one that was wished for, or else the first. */
export function shownRun(section: CardSection, wished: string): string {
  const having = runsOf(section);
  return having.find((each) => each === wished) ?? having[0] ?? "";
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

/** In pixels; 0: a section of one tag has none. @param wished - id of the run that shall be shown. */
export function leadHeight(
  section: CardSection,
  width: number,
  isOpen: boolean,
  wished: string,
): number {
  if (new Set(section.cards.map(({ tag }) => tag)).size < 2) return 0;
  if (!isOpen) return lineHeight;
  const rows = tagsOf(section, shownRun(section, wished)).length;
  return lineHeight * linesOf(width, runsOf(section).length) + heightOf(rows);
}
