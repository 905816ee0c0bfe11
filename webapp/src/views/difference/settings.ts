/** Settings of the Difference view, carried by links. */

import { list, text } from "../../lib/codec";
import { controlsIn } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import { t } from "./texts";

const { toggle } = controlsIn(t);

export const settings = defineSettings("difference", {
  /** `run/number` of a trial; empty: the best of the selected runs, and the second best. */
  a: setting("", text, { store: false }),
  b: setting("", text, { store: false }),
  /** More of them. */
  more: setting<readonly string[]>([], list, { store: false }),
  onlyDifferent: toggle(true, "onlyDifferent"),
  search: setting("", text, { store: false }),
});
