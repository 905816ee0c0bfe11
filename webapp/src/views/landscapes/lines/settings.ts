/** Settings of the lines mode, remembered and carried by links. */

import { choice, flag, list, text } from "../../../lib/codec";
import { controlsIn } from "../../../state/controls";
import { defineSettings, setting } from "../../../state/settings.svelte";
import { CUTS, type LandscapeCut } from "../cut";
import { t } from "./texts";

const { toggle, pick } = controlsIn(t);

export const settings = defineSettings(
  "landscapes",
  {
    /** Which family of lines; empty: the one that most runs have. */
    tag: setting("", text, { store: false }),
    /** All families in one chart, whatever the tag is. */
    together: setting(false, flag, { store: false }),
    /** Metrics that are drawn; empty: the loss and the first score. */
    metrics: setting<readonly string[]>([], list, { store: false }),
    logLoss: toggle(false, "logY"),
    cut: pick<LandscapeCut>("auto", choice(...CUTS), "cut", () =>
      CUTS.map((value) => ({
        value,
        label: value === "auto" ? t("cutAuto") : value === "0" ? t("cutNone") : `${value} %`,
      })),
    ),
    /** Repeats with other seeds as a median and a band; otherwise each as a line of its own. */
    band: toggle(true, "band", { title: () => t("bandHint") }),
  },
  "l.",
);
