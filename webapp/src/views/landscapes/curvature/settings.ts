/** Settings of the curvature mode, remembered and carried by links. */

import { choice } from "../../../lib/codec";
import { PALETTE_OPTIONS, PALETTES } from "../../../lib/palettes";
import { controlsIn } from "../../../state/controls";
import { defineSettings } from "../../../state/settings.svelte";
import { t } from "./texts";

const { toggle, choose, pick } = controlsIn(t);

const palettes = choice<string>(...PALETTES.map(({ id }) => id));

export const settings = defineSettings(
  "landscapes",
  {
    logY: toggle(true, "logY"),
    metric: choose("ratio", "metric", { ratio: "ratio", max: "max", min: "min" }),
    drawing: choose("heat", "drawing", { heat: "heat", filled: "filled", lines: "contours" }),
    palette: pick("viridis", palettes, "palette", () => PALETTE_OPTIONS),
    shared: toggle(true, "shared"),
  },
  "h.",
);
