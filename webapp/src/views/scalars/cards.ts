/** Which cards there are, and in which sections. */

import type { Tag } from "../../api/types";
import { groupBy } from "../../lib/groups";

/** One chart per tag with all runs, or one per tag and run. */
export type Per = "tag" | "series";
export type CardSize = "small" | "medium" | "large";

export interface Card {
  /** The same chart keeps its key over every update. */
  readonly key: string;
  readonly tag: string;
  /** Ids of the selected runs that have the tag. */
  readonly runs: readonly string[];
}

export interface CardSection {
  /** Empty for tags without a group. */
  readonly name: string;
  readonly cards: readonly Card[];
}

/** Separates tag and run in a card's key; neither can hold it. */
const separator = "\n";

export function sections(
  tags: readonly Tag[],
  selectedRuns: readonly string[],
  per: Per,
): CardSection[] {
  const cards = tags.flatMap((tag) => cardsOf(tag, selectedRuns, per));
  return groupBy(cards, ({ tag }) => tag).map(({ name, items }) => ({ name, cards: items }));
}

function cardsOf({ tag, runs }: Tag, selectedRuns: readonly string[], per: Per): Card[] {
  const having = new Set(runs);
  const shown = selectedRuns.filter((run) => having.has(run));
  if (per === "tag") return [{ key: tag, tag, runs: shown }];
  return shown.map((run) => ({ key: tag + separator + run, tag, runs: [run] }));
}

/** The group and the rest of a tag, for a title that dims what the section says already. */
export function splitTag(tag: string): { group: string; name: string } {
  const end = tag.indexOf("/") + 1;
  return { group: tag.slice(0, end), name: tag.slice(end) };
}
