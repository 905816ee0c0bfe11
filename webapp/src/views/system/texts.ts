/** The texts of the System view. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  none: "No machine was looked at",
  noneHow:
    "A run has such curves where its training was watched: LogWriter(..., system=True), vdlite.init, or vdlite run --system.",
  curves: "Curves of the training",
  energy: "{kwh} kWh, {hours} GPU {hours|hour|hours}",
  hours: "{hours} GPU {hours|hour|hours}",
} as const;

export const t = defineTexts("system", en);
