/** What the barriers can be told, remembered and carried by links. */

import { choice, flag, text } from "../../../lib/codec";
import { setting } from "../../../state/settings.svelte";
import { modeSettings } from "../mode-settings";
import { SHOWN } from "./model";

export const settings = modeSettings("b", {
  /** Which of several, by its key; empty: the newest. */
  of: setting("", text, { store: false }),
  /** Of which there are barriers; empty: the loss. */
  metric: setting("", text, { store: false }),
  /** With or without alignment, if both were computed. */
  shown: setting<(typeof SHOWN)[number]>("both", choice(...SHOWN)),
  /** The pair whose lines are drawn, `1-4`; empty: that of the highest barrier. */
  pair: setting("", text, { store: false }),
  logLoss: setting(false, flag),
});
