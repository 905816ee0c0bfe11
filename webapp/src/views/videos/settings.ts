/** What the view can be told, remembered and carried by links. */

import { stepSettings } from "../../cards/chosen-steps";
import { cardSettings } from "../../cards/settings";
import { flag, numberIn } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";

export const settings = defineSettings("videos", {
  /** How fast videos are played; 1 is as they were logged. */
  speed: setting(1, numberIn(0.1, 8)),
  loop: setting(true, flag),
  /** Enlarged pixels keep their edges. */
  pixelated: setting(true, flag),
  ...cardSettings(),
  ...stepSettings(),
});

const drawn = ["speed", "loop", "pixelated", "relative", "sameStep", "step", "size"] as const;

/** Back to how videos are shown at first; which of them stays. */
export function resetDrawn(): void {
  for (const key of drawn) settings.reset(key);
}
