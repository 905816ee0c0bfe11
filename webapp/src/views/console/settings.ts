/** Settings of the Console view, remembered and carried by links. */

import { flag, numberIn, orNone, text } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";

export const settings = defineSettings("console", {
  /** Id; empty: the first selected run that has one. */
  run: setting("", text, { store: false }),
  /** Number of the line that is looked at; null: none. */
  line: setting<number | null>(null, orNone(numberIn(0, 2 ** 53)), { store: false }),
  /** The moment that is looked for, in seconds since 1970; null: none. */
  at: setting<number | null>(null, orNone(numberIn(0, 1e12)), { store: false }),
  words: setting("", text, { store: false }),
  regex: setting(false, flag),
  follow: setting(true, flag),
});
