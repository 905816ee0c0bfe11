/** Settings of the PR and ROC view, remembered and carried by links. */

import { stepControls } from "../../cards/steps/chosen-steps";
import { cardSettings } from "../../cards/settings/settings";
import { list } from "../../lib/codec";
import { controlsIn, group, special } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import { thresholdCodec, zoomCodec, type ZoomedCurves } from "./codecs";
import { t } from "./texts";

/** A chart per tag with all runs, per tag and run, or per group of tags and run. */
export type Together = "tag" | "series" | "group";

const { toggle, choose } = controlsIn(t);

export const settings = defineSettings("curves", {
  ...group({
    per: choose<Together>(
      "tag",
      "per",
      { tag: "tag", series: "perSeries", group: "perGroup" },
      { hint: ({ per }: { per: Together }) => (per === "group" ? t("perGroupHint") : "") },
    ),
  }),
  ...group({
    /** Lines of equal F1 behind precision-recall curves. */
    f1: toggle(true, "f1", { help: "curves" }),
    /** The threshold whose point is marked on every curve; null: none. */
    threshold: special(setting<number | null>(null, thresholdCodec), () => t("mark")),
  }),
  ...cardSettings(),
  ...stepControls(),
  /** Keys of the lines that are switched off. */
  off: setting<readonly string[]>([], list, { store: false, resets: true }),
  /** The part that a chart shows in full screen; null: all of it. */
  zoom: setting<ZoomedCurves | null>(null, zoomCodec, { store: false }),
});
