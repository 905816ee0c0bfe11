/** Settings of the curvature by step mode, remembered and carried by links. */

import { controlsIn } from "../../../state/controls";
import { defineSettings } from "../../../state/settings.svelte";
import { t } from "./texts";

const { toggle } = controlsIn(t);

export const settings = defineSettings(
  "landscapes",
  {
    critical: toggle(true, "showCritical"),
    edge: toggle(true, "edge"),
  },
  "t.",
);
