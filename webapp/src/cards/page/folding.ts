/** Which sections are folded: as the user left them, and until then the large ones. */

import { splitTag, type Card, type CardSection } from "./cards";

/** Names of the sections that the user has folded, and of large ones that the user has opened. */
export interface Folded {
  closed: readonly string[];
  opened: readonly string[];
}

export interface FoldingRule {
  /** More cards than this fold a section, but for the first one. */
  readonly most: number;
  /** Whether somebody looks for something: what was found is not hidden. */
  readonly isSearched: boolean;
}

/** Names of the folded ones. */
export function foldedSections(
  sections: readonly CardSection[],
  { closed, opened }: Readonly<Folded>,
  { most, isSearched }: FoldingRule,
): ReadonlySet<string> {
  const folded = sections.filter(
    (section, i) =>
      closed.includes(section.name) ||
      (i > 0 && !isSearched && countOf(section) > most && !opened.includes(section.name)),
  );
  return new Set(folded.map(({ name }) => name));
}

/** Each tag once, and those of a card of several tags not again. */
function countOf({ cards }: CardSection): number {
  const within = new Set(cards.flatMap(({ members = [] }) => members));
  return new Set(cards.flatMap(({ tag }) => (within.has(tag) ? [] : [tag]))).size;
}

/** Folds a section or opens it. @param isFolded - whether it is now. */
export function fold(kept: Folded, name: string, isFolded: boolean): void {
  const others = (names: readonly string[]): string[] => names.filter((each) => each !== name);
  kept.closed = isFolded ? others(kept.closed) : [...others(kept.closed), name];
  kept.opened = isFolded ? [...others(kept.opened), name] : others(kept.opened);
}

/** So many names say what is in a section. */
const few = 12;

/** What is in a section, for its header: the names of its cards, without the group. */
export function inside({ cards }: CardSection, nameOf: (card: Card) => string): string {
  const names = [...new Set(cards.map((card) => splitTag(nameOf(card)).name))];
  return names.slice(0, few).join(", ") + (names.length > few ? " …" : "");
}
