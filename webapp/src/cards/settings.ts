/** What every view of cards can be told. */

import { choice, flag, list, text } from "../lib/codec";
import { setting, type Settings } from "../state/settings.svelte";
import type { CardSize } from "./cards";
import { everyTag, tagChoice } from "./choice";

/** To be spread into what a view gives to `defineSettings`. */
export function cardSettings() {
  return {
    size: setting<CardSize>("medium", choice("small", "medium", "large")),
    search: setting("", text, { store: false }),
    tags: setting(everyTag, tagChoice),
    closed: setting<readonly string[]>([], list, { link: false }),
    panel: setting(false, flag, { link: false }),
    /** Key of the card in full screen. */
    full: setting("", text, { store: false }),
  };
}

/** The settings of any view of cards, as its cards' page sees them. */
export type CardSettings = Omit<Settings<ReturnType<typeof cardSettings>>, "reset">;

/** Keys of the cards whose height reaches to all values, or leaves out what squeezes the rest. */
export const reachSettings = {
  whole: setting<readonly string[]>([], list, { store: false }),
  rest: setting<readonly string[]>([], list, { store: false }),
};
