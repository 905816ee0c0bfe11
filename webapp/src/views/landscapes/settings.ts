/** Settings of the Landscapes view that all its modes share; each mode has its own beside them. */

import { choice, flag } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";
import { MODES, type LandscapeMode } from "./model";

export const settings = defineSettings("landscapes", {
  /** Landscapes that were hidden are listed, too. */
  hidden: setting(false, flag, { store: false }),
  /** What is wished for; another one is shown while there is nothing for it. */
  mode: setting<LandscapeMode>("process", choice(...MODES), { store: false }),
});
