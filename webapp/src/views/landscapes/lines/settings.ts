/** What the lines can be told, remembered and carried by links. */

import { choice, flag, list, text } from "../../../lib/codec";
import { setting } from "../../../state/settings.svelte";
import { CUTS, type Cut } from "../cut";
import { modeSettings } from "../mode-settings";

export const settings = modeSettings("l", {
  /** Which family of lines; empty: the one that most runs have. */
  tag: setting("", text, { store: false }),
  /** All families in one chart, whatever the tag is. */
  together: setting(false, flag, { store: false }),
  /** Metrics that are drawn; empty: the loss and the first score. */
  metrics: setting<readonly string[]>([], list, { store: false }),
  logLoss: setting(false, flag),
  cut: setting<Cut>("auto", choice(...CUTS)),
  /** Repeats with other seeds as a median and a band; otherwise each as a line of its own. */
  band: setting(true, flag),
});
