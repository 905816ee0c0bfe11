/** Settings of the Images view, remembered and carried by links. */

import { stepControls } from "../../cards/steps/chosen-steps";
import { cardSettings } from "../../cards/settings/settings";
import { numberIn, text } from "../../lib/codec";
import { controlsIn, group, special } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import { otherStep, type OtherStep } from "./compare";
import { t } from "./texts";

/** One card per tag and run, or one table of runs by steps per tag. */
export type ImageMode = "cards" | "grid";
export type Compare = "off" | "side" | "wipe" | "difference";

const { toggle, choose, slide } = controlsIn(t);

export const settings = defineSettings("images", {
  ...group({ mode: choose<ImageMode>("cards", "mode", { cards: "cards", grid: "grid" }) }),
  ...group({
    /** Drawn with the contrast. */
    brightness: special(setting(1, numberIn(0, 3)), () => t("brightness")),
  }),
  contrast: setting(1, numberIn(0, 3), { resets: true }),
  ...group({
    /** One pixel of the image is one of the page, in place of as large as the card. */
    actual: toggle(false, "actual"),
    /** Enlarged pixels keep their edges. */
    pixelated: toggle(true, "pixelated"),
  }),
  ...cardSettings(),
  ...stepControls(({ mode }: { mode: ImageMode }) => mode === "cards"),
  /** What the viewer compares its image with. */
  compare: choose<Compare>(
    "off",
    "comparison",
    { off: "off", side: "side", wipe: "wipe", difference: "difference" },
    { store: false },
  ),
  /** Id of the run of the other image; empty: another run that has the tag, if there is one. */
  otherRun: setting("", text, { store: false }),
  otherStep: setting<OtherStep>("same", otherStep, { store: false }),
  /** What differences are multiplied by. */
  gain: slide(1, "gain", [1, 64, 1], {
    shown: ({ compare }: { compare: Compare }) => compare === "difference",
  }),
});

/** As CSS has it; empty if nothing is changed. */
export function filterOf(brightness: number, contrast: number): string {
  const parts = [];
  if (brightness !== 1) parts.push(`brightness(${brightness})`);
  if (contrast !== 1) parts.push(`contrast(${contrast})`);
  return parts.join(" ");
}
