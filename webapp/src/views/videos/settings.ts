/** Settings of the Video view, remembered and carried by links. */

import { stepControls } from "../../cards/steps/chosen-steps";
import { cardSettings } from "../../cards/settings/settings";
import { controlsIn, group } from "../../state/controls";
import { defineSettings } from "../../state/settings.svelte";
import { t } from "./texts";

const { toggle, slide } = controlsIn(t);

export const settings = defineSettings("videos", {
  ...group({
    /** How fast videos are played; 1 is as they were logged. */
    speed: slide(1, "speed", [0.1, 8, 0.1]),
    loop: toggle(true, "loop"),
    /** Enlarged pixels keep their edges. */
    pixelated: toggle(true, "pixelated"),
  }),
  ...cardSettings(),
  ...stepControls(),
});
