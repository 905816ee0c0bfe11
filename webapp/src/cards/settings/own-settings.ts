/** Settings of a card that stands apart from its view: those that it was pinned with. */

import { getContext, setContext } from "svelte";
import type { Described } from "../../state/settings.svelte";

const KEY = Symbol("settings of a card");

/** The view's settings, and the card's: some views have several groups of them. */
type Own = readonly (readonly [usual: Described, own: Described])[];

/**
 * The settings that count where a component stands: its card's own ones, or the view's.
 * While a component is made.
 */
export function settingsHere<S extends Described>(usual: S): S {
  const own = getContext<Own | undefined>(KEY);
  return (own?.find(([each]) => each === usual)?.[1] as S | undefined) ?? usual;
}

/**
 * From here on down the view's settings are those that the card was pinned with.
 * While a component is made.
 * @param keep - called with what they are after each change.
 */
export function ownSettings<S extends Described>(
  usual: S,
  texts: Readonly<Record<string, string>>,
  keep: (texts: Readonly<Record<string, string>>) => void,
): S {
  return allOwnSettings([usual], texts, keep)[0];
}

/** The same for a view that has several groups of settings, which share its address. */
export function allOwnSettings<const S extends readonly Described[]>(
  usual: S,
  texts: Readonly<Record<string, string>>,
  keep: (texts: Readonly<Record<string, string>>) => void,
): S {
  const own: Described[] = usual.map((each) => each.apart(texts, () => keep(allWritten(own))));
  setContext<Own>(
    KEY,
    own.map((each, i) => [usual[i] ?? each, each]),
  );
  return own as unknown as S;
}

/** What a link has of all of them. */
export function allWritten(settings: readonly Described[]): Readonly<Record<string, string>> {
  return Object.assign({}, ...settings.map((each) => each.written())) as Record<string, string>;
}
