/** What a card is pinned to a board as: its view, its tag, and how it looks now. */

import { getContext, setContext } from "svelte";
import type { CardItem, NewItem } from "../lib/boards/boards";
import type { Described } from "../state/settings.svelte";
import type { Card } from "./page/cards";
import { allWritten } from "./settings/own-settings";
import { cardSettings } from "./settings/settings";

const KEY = Symbol("pinning");

/** How a card's item on a board is made; null: it can't be pinned. */
export type Pinning = (card: Card) => NewItem | null;

/** Rows of a board's grid that a card has until the user says otherwise. */
const HEIGHT = 2;

/** Of the page of cards, not of a card. */
const ofPage: readonly string[] = Object.keys(cardSettings());

/**
 * @param run - null: the card is of all runs that have the tag.
 * @param settings - of the card's view: all groups of them.
 */
export function itemOf(
  { kind, tag, members }: Pick<Card, "kind" | "tag" | "members">,
  run: string | null,
  ...settings: readonly Described[]
): Omit<CardItem, "id"> {
  const own = Object.entries(allWritten(settings)).filter(([key]) => !ofPage.includes(key));
  const item: Omit<CardItem, "id"> = {
    type: "card",
    view: settings[0]?.viewId ?? "",
    kind,
    tag,
    run,
    settings: Object.fromEntries(own),
    width: 1,
    height: HEIGHT,
  };
  return members === undefined ? item : { ...item, members };
}

/** From here on down cards can be pinned. While a component is made. */
export function offerPinning(pinning: Pinning): void {
  setContext(KEY, pinning);
}

/** null where cards are not pinned from. While a component is made. */
export function pinningHere(): Pinning | null {
  return getContext<Pinning | undefined>(KEY) ?? null;
}
