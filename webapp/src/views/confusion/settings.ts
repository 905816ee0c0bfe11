/** What the view can be told, remembered and carried by links. */

import { stepSettings } from "../../cards/chosen-steps";
import { cardSettings } from "../../cards/settings";
import { choice, flag, text } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";
import { zoomCodec, type Zoomed } from "./codec";
import type { Norm } from "./model";

export const settings = defineSettings("confusion", {
  norm: setting<Norm>("count", choice("count", "row", "column", "all")),
  /** Right predictions are colored, too. */
  diagonal: setting(true, flag),
  ...cardSettings(),
  ...stepSettings(),
  /** In full screen, what the matrix is compared with: `first`, `previous`, a run's id, or nothing. */
  against: setting("", text, { store: false }),
  /** The classes that a matrix shows in full screen; null: all. */
  zoom: setting<Zoomed | null>(null, zoomCodec, { store: false }),
});

const drawn = ["norm", "diagonal", "relative", "sameStep", "step", "size"] as const;

/** Back to how matrices are drawn at first; which of them stays. */
export function resetDrawn(): void {
  for (const key of drawn) settings.reset(key);
}
