/** Settings of the barriers mode, remembered and carried by links. */

import { flag, text } from "../../../lib/codec";
import { controlsIn } from "../../../state/controls";
import { defineSettings, setting } from "../../../state/settings.svelte";
import type { BarrierShown } from "./model";
import { t } from "./texts";

const { choose } = controlsIn(t);

export const settings = defineSettings(
  "landscapes",
  {
    /** Key of the landscape that is shown; empty: the newest. */
    of: setting("", text, { store: false }),
    /** Metric whose barriers are shown; empty: the loss. */
    metric: setting("", text, { store: false }),
    /** With or without alignment, if both were computed. */
    shown: choose<BarrierShown>("both", "shown", {
      both: "both",
      plain: "plain",
      aligned: "aligned",
    }),
    /** The pair whose lines are drawn, `1-4`; empty: that of the highest barrier. */
    pair: setting("", text, { store: false }),
    logLoss: setting(false, flag),
  },
  "b.",
);
