/** What the view can be told, remembered and carried by links. */

import { stepSettings } from "../../cards/chosen-steps";
import { cardSettings } from "../../cards/settings";
import { choice, flag, list } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";
import { thresholdCodec, zoomCodec, type Zoomed } from "./codecs";

/** A chart per tag with all runs, per tag and run, or per group of tags and run. */
export type Together = "tag" | "series" | "group";

export const settings = defineSettings("curves", {
  per: setting<Together>("tag", choice("tag", "series", "group")),
  /** Lines of equal F1 behind precision-recall curves. */
  f1: setting(true, flag),
  /** The threshold whose point is marked on every curve; null: none. */
  threshold: setting<number | null>(null, thresholdCodec),
  ...cardSettings(),
  ...stepSettings(),
  /** Keys of the lines that are switched off. */
  off: setting<readonly string[]>([], list, { store: false }),
  /** The part that a chart shows in full screen; null: all of it. */
  zoom: setting<Zoomed | null>(null, zoomCodec, { store: false }),
});

const drawn = ["per", "f1", "threshold", "relative", "sameStep", "step", "off", "size"] as const;

/** Back to how curves are drawn at first; which of them stays. */
export function resetDrawn(): void {
  for (const key of drawn) settings.reset(key);
}
