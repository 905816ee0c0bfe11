/** What the palette finds: views, actions, tags and runs. */

import type { Kind } from "../../api/kinds";
import { bestOf, fuzzyScore, parseFuzzy } from "../../lib/fuzzy";
import type { View } from "../../views/view";

export type ItemKind = "view" | "action" | "tag" | "run";

export interface PaletteItem {
  /** The same over every visit, so that what was used is recognized. */
  readonly id: string;
  readonly kind: ItemKind;
  readonly text: string;
  /** Where it leads, beside its text. */
  readonly detail: string;
  readonly go: () => void;
}

/** An item that is ready to be searched. */
export interface SearchedItem extends PaletteItem {
  readonly lower: string;
}

/** Of items that match alike, there are few views and actions, and many runs. */
const kindBonus: Readonly<Record<ItemKind, number>> = { view: 12, action: 6, tag: 3, run: 0 };
const recentBonus = 30;
/** As many as are looked through faster than searched for. */
const most = 50;

export function searchable(items: readonly PaletteItem[]): readonly SearchedItem[] {
  return items.map((item) => ({ ...item, lower: item.text.toLowerCase() }));
}

/**
 * What matches, best first; without a query what was used lately, then views and actions.
 * @param recent - ids, the one used last first.
 */
export function search(
  items: readonly SearchedItem[],
  query: string,
  recent: readonly string[],
): readonly SearchedItem[] {
  const places = new Map(recent.map((id, i) => [id, i]));
  const words = parseFuzzy(query);
  if (words.length === 0) {
    const used = items.filter(({ id }) => places.has(id));
    used.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
    const usual = items.filter(
      ({ id, kind }) => !places.has(id) && (kind === "view" || kind === "action"),
    );
    return [...used, ...usual].slice(0, most);
  }
  const scoreOf = ({ id, kind, lower }: SearchedItem): number => {
    const score = fuzzyScore(words, lower);
    if (score <= 0) return 0;
    return score + kindBonus[kind] + (places.has(id) ? recentBonus : 0);
  };
  return bestOf(items, scoreOf, most);
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
