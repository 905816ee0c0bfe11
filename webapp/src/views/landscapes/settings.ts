/** Settings of the Landscapes view that all its modes share; each mode has its own beside them. */

import { flag } from "../../lib/codec";
import { controlsIn } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import type { LandscapeMode } from "./model";
import { t } from "./texts";

const { choose } = controlsIn(t);

export const settings = defineSettings("landscapes", {
  /** Landscapes that were hidden are listed, too. */
  hidden: setting(false, flag, { store: false }),
  /** What is wished for; another one is shown while there is nothing for it. */
  mode: choose<LandscapeMode>(
    "process",
    "mode",
    {
      process: "process",
      comparison: "comparison",
      lines: "lines",
      barriers: "barriers",
      curvature: "curvature",
      through: "through",
    },
    { store: false },
  ),
});
