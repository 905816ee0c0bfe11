/** What the view can be told; carried by links. */

import { flag, text } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";

export const settings = defineSettings("difference", {
  /** `run/number` of a trial; empty: one of the selected runs. */
  a: setting("", text, { store: false }),
  b: setting("", text, { store: false }),
  onlyDifferent: setting(true, flag),
  search: setting("", text, { store: false }),
});
