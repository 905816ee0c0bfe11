/** What the view can be told, remembered and carried by links. */

import { stepSettings } from "../../cards/chosen-steps";
import { cardSettings } from "../../cards/settings";
import { choice, flag, numberIn } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";

export type Drawing = "wave" | "spectrogram";

export const settings = defineSettings("audio", {
  picture: setting<Drawing>("wave", choice("wave", "spectrogram")),
  /** Decibels that a spectrogram shows below the loudest. */
  range: setting(80, numberIn(20, 120)),
  loop: setting(false, flag),
  volume: setting(1, numberIn(0, 1), { link: false }),
  ...cardSettings(),
  ...stepSettings(),
});

const drawn = ["picture", "range", "loop", "relative", "sameStep", "step", "size"] as const;

/** Back to how sounds are shown at first; which of them stays. */
export function resetDrawn(): void {
  for (const key of drawn) settings.reset(key);
}
