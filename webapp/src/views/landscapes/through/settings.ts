/** What the picture can be told, remembered and carried by links. */

import { flag } from "../../../lib/codec";
import { setting } from "../../../state/settings.svelte";
import { modeSettings } from "../mode-settings";

export const settings = modeSettings("t", {
  critical: setting(true, flag),
  edge: setting(true, flag),
});
