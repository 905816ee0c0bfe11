/** Which cards there are, and in which sections. */

import type { Kind } from "../../api/kinds";
import type { Tag } from "../../api/tags";
import { groupBy } from "../../lib/groups";
import { compareWords } from "../../lib/natural";
import { shownTag } from "../../lib/shown-tag";

/** One card per tag with all runs, or one per tag and run. */
export type Per = "tag" | "series";
export type CardSize = "small" | "medium" | "large";

export interface Card {
  /** The same card keeps its key over every update. */
  readonly key: string;
  readonly kind: Kind;
  readonly tag: string;
  /** Ids of the selected runs that have the tag. */
  readonly runs: readonly string[];
  /** The tags that the card shows together, where the view gathers some; then `tag` is their name. */
  readonly members?: readonly string[];
}

export interface CardSection {
  /** Empty for tags without a group. */
  readonly name: string;
  readonly cards: readonly Card[];
}

/** How a card is shown, and what it can ask of the page. */
export interface CardPlace {
  /** Over the whole window. */
  readonly isFull: boolean;
  /** Enters full screen, or leaves it. */
  readonly onfullscreen: () => void;
  /** In full screen: goes on to the card after this one, or back to the one before it. */
  readonly onmove: (by: 1 | -1) => void;
}

/** A tag as one of the view's kinds has it. */
export interface KindTag extends Tag {
  readonly kind: Kind;
  /** Several tags in one card. */
  readonly members?: readonly string[];
}

/** Separates kind, tag and run in a card's key; none can hold it. */
const separator = "\n";

/** The tags of all kinds of a view: by name, and those of one name in the order of the kinds. */
export function tagsOfKinds(
  kinds: readonly Kind[],
  tagsOf: (kind: Kind) => readonly Tag[],
): KindTag[] {
  const all = kinds.flatMap((kind) => tagsOf(kind).map((tag) => ({ ...tag, kind })));
  if (kinds.length === 1) return all;
  return all.sort((one, other) => compareWords(one.tag, other.tag));
}

/** The tags with those of some more that are not among them, by name. */
export function withMore(tags: KindTag[], more: readonly KindTag[]): KindTag[] {
  if (more.length === 0) return tags;
  const known = new Set(tags.map(({ tag }) => tag));
  return [...tags, ...more.filter(({ tag }) => !known.has(tag))].sort((one, other) =>
    compareWords(one.tag, other.tag),
  );
}

/**
 * @param tags - as `tagsOfKinds` gives them, or some of these.
 * @param objective - the tag that runs are judged by: its group is the first, see `groupBy`.
 */
export function sections(
  kinds: readonly Kind[],
  tags: readonly KindTag[],
  selectedRuns: readonly string[],
  per: Per,
  objective: string | null = null,
): CardSection[] {
  // What runs are judged by is the first of its group.
  const [first, others] = [
    tags.filter(({ tag }) => tag === objective),
    tags.filter(({ tag }) => tag !== objective),
  ];
  const cards = [...first, ...others].flatMap((tag) =>
    cardsOf(tag, selectedRuns, per, tag.kind === kinds[0]),
  );
  return groupBy(cards, ({ tag }) => shownTag(tag), objective).map(({ name, items }) => ({
    name,
    cards: items,
  }));
}

/** @param isFirst - of a view's kinds: its keys are short, the others' name their kind. */
function cardsOf(
  { kind, tag, runs, members }: KindTag,
  selectedRuns: readonly string[],
  per: Per,
  isFirst: boolean,
): Card[] {
  const having = new Set(runs);
  const shown = selectedRuns.filter((run) => having.has(run));
  const key = isFirst ? tag : kind + separator + tag;
  const what = members === undefined ? { kind, tag } : { kind, tag, members };
  if (per === "tag") return [{ key, ...what, runs: shown }];
  return shown.map((run) => ({ key: key + separator + run, ...what, runs: [run] }));
}

/**
 * A card that stands apart from a page of cards, with the key that it has there.
 * @param run - of a card of one run; null: it is of all of them.
 * @param isFirst - whether its kind is the first one of its view.
 */
export function cardOf(
  what: Pick<Card, "kind" | "tag" | "members">,
  runs: readonly string[],
  run: string | null,
  isFirst: boolean,
): Card {
  const key = isFirst ? what.tag : what.kind + separator + what.tag;
  return { key: run === null ? key : key + separator + run, ...what, runs };
}

/** Key of the card of one run of a card's tag. */
export function keyOfRun(card: Card, run: string): string {
  return card.key + separator + run;
}

/** The group and the rest of a tag, for a title that dims what the section says already. */
export function splitTag(tag: string): { group: string; name: string } {
  const shown = shownTag(tag);
  const end = shown.indexOf("/") + 1;
  return { group: shown.slice(0, end), name: shown.slice(end) };
}

/** Characters of a long name that are seen before all others: names of layers differ at their ends. */
const endLength = 12;

/** A name in two parts, of which the first gives way where there is no room; it is empty for short names. */
export function splitEnd(name: string): { start: string; end: string } {
  const letters = Array.from(name);
  if (letters.length <= endLength + 4) return { start: "", end: name };
  return {
    start: letters.slice(0, -endLength).join(""),
    end: letters.slice(-endLength).join(""),
  };
}
