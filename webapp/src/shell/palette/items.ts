/** What the palette finds, in groups of which none floods the others. */

import type { Kind } from "../../api/kinds";
import { fuzzyScore, Match, parseFuzzy, type Query } from "../../lib/fuzzy";
import type { View } from "../../views/view";

/** In the order in which they stand where they match alike; `here` are the settings of the open view. */
export const groups = [
  "here",
  "view",
  "setting",
  "command",
  "scalar",
  "run",
  "label",
  "tag",
  "doc",
] as const;
export type ItemGroup = (typeof groups)[number];

/** One of several values of a setting. */
export interface PaletteChoice {
  readonly id: string;
  readonly text: string;
  /** It is what is set now. */
  readonly on: boolean;
  readonly go: () => void;
}

export interface PaletteItem {
  /** The same over every visit, so that what was used is recognized. */
  readonly id: string;
  readonly group: ItemGroup;
  readonly text: string;
  /** Where it leads, beside its text. */
  readonly detail: string;
  /** The present value of a setting. */
  readonly value?: string;
  /** What else it is called: by other tools, in other languages. */
  readonly words?: readonly string[];
  /** There is nothing to see there yet, or it is a part of something else: it comes after others. */
  readonly isMinor?: boolean;
  readonly go: () => void;
  /** It is chosen from these in place of `go`. */
  readonly choices?: () => readonly PaletteChoice[];
}

/** An item that is ready to be searched. */
export interface SearchedItem extends PaletteItem {
  readonly lower: string;
  /** It is a choice of that setting. */
  readonly of?: { readonly parent: SearchedItem; readonly own: string };
}

export interface Hit {
  readonly item: SearchedItem;
  /** The other word that it was found by; empty: its text. */
  readonly by: string;
}

export interface PaletteSection {
  /** `recent`: what was used lately. */
  readonly group: ItemGroup | "recent";
  readonly hits: readonly Hit[];
  /** So many that are not among `hits`. */
  readonly more: number;
}

/** In parts of the way from one `Match` to the next. */
const bonus: Readonly<Record<ItemGroup, number>> = {
  here: 0.45,
  view: 0.4,
  setting: 0.3,
  command: 0.3,
  scalar: 0.25,
  run: 0.2,
  label: 0.15,
  tag: -0.9,
  doc: -1.2,
};
const recentBonus = 0.5;
const byWord = -0.35;
const asChoice = -0.5;
const minor = -0.5;

/** As many of a group as leave room for the others, and as many as are looked through at all. */
const fewest = 5;
const most = 200;
/** What stands alone has the room of the others. */
const alone = 20;
/** A setting with more choices lists them when it is opened: they would take long to make. */
const mostChoices = 60;

export function searchable(items: readonly PaletteItem[]): readonly SearchedItem[] {
  return items.flatMap((item): readonly SearchedItem[] => {
    const parent = { ...item, lower: item.text.toLowerCase() };
    const choices = item.choices?.() ?? [];
    if (choices.length > mostChoices) return [parent];
    const parts = choices.map(({ id, text, on, go }): SearchedItem => {
      const whole = `${item.text}: ${text}`;
      const { group, detail, isMinor = false } = item;
      return {
        id: `${item.id}=${id}`,
        group,
        text: whole,
        detail,
        isMinor,
        ...(on ? { value: "✓" } : {}),
        lower: whole.toLowerCase(),
        of: { parent, own: text.toLowerCase() },
        go,
      };
    });
    return [parent, ...parts];
  });
}

interface Matched {
  readonly score: number;
  readonly by: string;
}

/** How well the texts of an item match, and by which of them. */
function matchOf(query: Query, { lower, words = [], of }: SearchedItem): Matched {
  if (of !== undefined) {
    // Where the setting itself is found as well, its choices are one step away.
    const score = fuzzyScore(query, of.own) || fuzzyScore(query, lower);
    const isWorse = matchOf(query, of.parent).score >= Math.max(score + asChoice, Match.inside);
    return { score: isWorse ? 0 : score, by: "" };
  }
  let score = fuzzyScore(query, lower);
  let by = "";
  for (const word of words) {
    const other = fuzzyScore(query, word) + byWord;
    if (other > score && other > Match.scattered) [score, by] = [other, word];
  }
  return { score, by };
}

/**
 * What matches, in groups, the best first; without a query what was used lately, the settings of the
 * open view, views and commands.
 * @param recent - ids, the one used last first.
 * @param unfolded - groups that are not cut.
 */
export function search(
  items: readonly SearchedItem[],
  query: string,
  recent: readonly string[],
  unfolded: ReadonlySet<PaletteSection["group"]> = new Set(),
): readonly PaletteSection[] {
  const places = new Map(recent.map((id, i) => [id, i]));
  const words = parseFuzzy(query);
  if (words.length === 0) return usual(items, places, unfolded);

  const found: { hit: Hit; score: number; isWritten: boolean }[] = [];
  let anyWritten = false;
  for (const item of items) {
    const { score, by } = matchOf(words, item);
    if (score <= 0) continue;
    const isWritten = score > Match.scattered;
    anyWritten ||= isWritten;
    const more =
      bonus[item.group] +
      (places.has(item.id) ? recentBonus : 0) +
      (item.of === undefined ? 0 : asChoice) +
      (item.isMinor === true ? minor : 0);
    found.push({ hit: { item, by }, score: score + more, isWritten });
  }
  // Letters here and there count only where nothing has them side by side.
  const counted = anyWritten ? found.filter(({ isWritten }) => isWritten) : found;
  counted.sort((one, other) => other.score - one.score);
  const inGroups = new Map<ItemGroup, Hit[]>();
  for (const { hit } of counted) {
    const group = inGroups.get(hit.item.group);
    if (group === undefined) inGroups.set(hit.item.group, [hit]);
    else group.push(hit);
  }
  const room = inGroups.size === 1 ? alone : fewest;
  return [...inGroups].map(([group, hits]) => section(group, hits, unfolded, room));
}

function usual(
  items: readonly SearchedItem[],
  places: ReadonlyMap<string, number>,
  unfolded: ReadonlySet<PaletteSection["group"]>,
): readonly PaletteSection[] {
  const used = items.filter(({ id }) => places.has(id));
  used.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
  const rest = items.filter(({ id, of }) => of === undefined && !places.has(id));
  const hitsOf = (group: ItemGroup) => rest.filter((each) => each.group === group).map(asHit);
  return [
    section("recent", used.map(asHit), unfolded, most),
    section("here", hitsOf("here"), unfolded, fewest),
    section("view", hitsOf("view"), unfolded, most),
    section("command", hitsOf("command"), unfolded, most),
  ].filter(({ hits }) => hits.length > 0);
}

function asHit(item: SearchedItem): Hit {
  return { item, by: "" };
}

/** A row that says "1 more" would take the place of the one. */
function section(
  group: PaletteSection["group"],
  hits: readonly Hit[],
  unfolded: ReadonlySet<PaletteSection["group"]>,
  room: number,
): PaletteSection {
  const shown = unfolded.has(group) ? most : hits.length <= room + 1 ? room + 1 : room;
  return { group, hits: hits.slice(0, shown), more: Math.max(0, hits.length - shown) };
}

interface Tagged {
  readonly kind: Kind;
  readonly tag: string;
  readonly view: View;
}

/** Each tag once for each view that shows it. */
export function tagsOfViews(
  kinds: readonly Kind[],
  tagsOf: (kind: Kind) => readonly { readonly tag: string }[],
  viewOf: (kind: Kind) => View,
): readonly Tagged[] {
  const seen = new Set<string>();
  return kinds.flatMap((kind) => {
    const view = viewOf(kind);
    return tagsOf(kind).flatMap(({ tag }) => {
      const id = `${view.id} ${tag}`;
      if (seen.has(id)) return [];
      seen.add(id);
      return [{ kind, tag, view }];
    });
  });
}

/**
 * What came later stands behind what is seen, which stays where it is; where nothing is seen, in its own order.
 * @param seen - what was found at first.
 * @param all - what is found now.
 */
export function joinedBehind(
  seen: readonly PaletteSection[],
  all: readonly PaletteSection[],
): readonly PaletteSection[] {
  const known = new Set(seen.flatMap(({ hits }) => hits.map(({ item }) => item.id)));
  if (known.size === 0) return all;
  const later = all.map((each) => ({
    ...each,
    hits: each.hits.filter(({ item }) => !known.has(item.id)),
  }));
  return [...seen, ...later.filter(({ hits }) => hits.length > 0)];
}
