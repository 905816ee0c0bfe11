/** Settings of the Audio view, remembered and carried by links. */

import { stepControls } from "../../cards/steps/chosen-steps";
import { cardSettings } from "../../cards/settings/settings";
import { controlsIn, group } from "../../state/controls";
import { defineSettings } from "../../state/settings.svelte";
import { t } from "./texts";

export type AudioDrawing = "wave" | "spectrogram";

const { toggle, choose, slide } = controlsIn(t);

export const settings = defineSettings("audio", {
  ...group({
    picture: choose<AudioDrawing>("wave", "shownAs", { wave: "wave", spectrogram: "spectrogram" }),
    /** Decibels that a spectrogram shows below the loudest. */
    range: slide(80, "range", [20, 120, 1], {
      shown: ({ picture }: { picture: AudioDrawing }) => picture === "spectrogram",
    }),
  }),
  ...group({
    volume: slide(1, "volume", [0, 1, 0.01], { link: false }),
    loop: toggle(false, "loop"),
  }),
  ...cardSettings(),
  ...stepControls(),
});
