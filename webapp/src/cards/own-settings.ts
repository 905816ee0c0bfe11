/** Settings of a card that stands apart from its view: those that it was pinned with. */

import { getContext, setContext } from "svelte";
import type { Described } from "../state/settings.svelte";

const KEY = Symbol("settings of a card");

/** The view's settings, and the card's. */
type Own = readonly [usual: Described, own: Described];

/**
 * The settings that count where a component stands: its card's own ones, or the view's.
 * While a component is made.
 */
export function settingsHere<S extends Described>(usual: S): S {
  const own = getContext<Own | undefined>(KEY);
  return own?.[0] === usual ? (own[1] as S) : usual;
}

/**
 * From here on down the view's settings are those that the card was pinned with.
 * While a component is made.
 * @param keep - told what they are after each change.
 */
export function ownSettings<S extends Described>(
  usual: S,
  texts: Readonly<Record<string, string>>,
  keep: (texts: Readonly<Record<string, string>>) => void,
): S {
  const own: S = usual.apart(texts, () => keep(own.written()));
  setContext<Own>(KEY, [usual, own]);
  return own;
}
