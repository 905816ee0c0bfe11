/** Settings of the Difference view, carried by links. */

import { flag, list, text } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";

export const settings = defineSettings("difference", {
  /** `run/number` of a trial; empty: the best of the selected runs, and the second best. */
  a: setting("", text, { store: false }),
  b: setting("", text, { store: false }),
  /** More of them. */
  more: setting<readonly string[]>([], list, { store: false }),
  onlyDifferent: setting(true, flag),
  search: setting("", text, { store: false }),
});
