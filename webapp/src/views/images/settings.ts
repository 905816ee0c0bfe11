/** What the view can be told, remembered and carried by links. */

import { cardSettings } from "../../cards/settings";
import { stepSettings } from "../../cards/chosen-steps";
import { choice, flag, numberIn, text } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";
import { otherStep, type OtherStep } from "./compare";

/** One card per tag and run, or one table of runs by steps per tag. */
export type Mode = "cards" | "grid";
export type Compare = "off" | "side" | "wipe" | "difference";

export const settings = defineSettings("images", {
  mode: setting<Mode>("cards", choice("cards", "grid")),
  brightness: setting(1, numberIn(0, 3)),
  contrast: setting(1, numberIn(0, 3)),
  /** One pixel of the image is one of the page, in place of as large as the card. */
  actual: setting(false, flag),
  /** Enlarged pixels keep their edges. */
  pixelated: setting(true, flag),
  ...cardSettings(),
  ...stepSettings(),
  /** What the viewer compares its image with. */
  compare: setting<Compare>("off", choice("off", "side", "wipe", "difference"), { store: false }),
  /** Id of the run of the other image; empty: another run that has the tag, if there is one. */
  otherRun: setting("", text, { store: false }),
  otherStep: setting<OtherStep>("same", otherStep, { store: false }),
  /** What differences are multiplied by. */
  gain: setting(1, numberIn(1, 64)),
});

const drawn = [
  "mode",
  "brightness",
  "contrast",
  "actual",
  "pixelated",
  "relative",
  "sameStep",
  "step",
  "size",
] as const;

/** Back to how images are shown at first; which of them stays. */
export function resetDrawn(): void {
  for (const key of drawn) settings.reset(key);
}

/** As CSS has it; empty if nothing is changed. */
export function filterOf(brightness: number, contrast: number): string {
  const parts = [];
  if (brightness !== 1) parts.push(`brightness(${brightness})`);
  if (contrast !== 1) parts.push(`contrast(${contrast})`);
  return parts.join(" ");
}
