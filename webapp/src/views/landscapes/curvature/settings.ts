/** What the curvature can be told, remembered and carried by links. */

import { choice, flag } from "../../../lib/codec";
import { PALETTES } from "../../../lib/palettes";
import { setting } from "../../../state/settings.svelte";
import { modeSettings } from "../mode-settings";

const palettes = PALETTES.map(({ id }) => id);

export const settings = modeSettings("h", {
  logY: setting(true, flag),
  metric: setting("ratio", choice("ratio", "max", "min")),
  drawing: setting<"heat" | "filled" | "lines">("heat", choice("heat", "filled", "lines")),
  palette: setting("viridis", choice(...palettes)),
  shared: setting(true, flag),
});
