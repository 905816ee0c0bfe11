/** What the view can be told, remembered and carried by links. */

import type { Axis } from "../../api/scalars";
import type { Per } from "../../cards/cards";
import { stepSettings } from "../../cards/chosen-steps";
import { cardSettings } from "../../cards/settings";
import type { Height, Mode } from "../../charts/histogram/types";
import { choice, flag, numberIn, text } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";
import type { Statistic } from "./layers/grid";
import { stepEnd } from "./range";

export const settings = defineSettings("histograms", {
  mode: setting<Mode>("offset", choice("offset", "overlay", "heat")),
  axis: setting<Axis>("step", choice("step", "relative", "wall")),
  height: setting<Height>("count", choice("count", "density")),
  log: setting(false, flag),
  /** Percent of the drawing's height that the highest ridge has. */
  lift: setting(35, numberIn(5, 90)),
  /** How far ridges lean, in degrees. */
  angle: setting(0, numberIn(0, 60)),
  /** Quantiles over heat maps. */
  lines: setting(true, flag),
  per: setting<Per>("series", choice("tag", "series")),
  /** Steps that a chart shows at most. */
  most: setting(50, numberIn(2, 1000)),
  from: setting<number | null>(null, stepEnd, { store: false }),
  to: setting<number | null>(null, stepEnd, { store: false }),
  /** Whether the overview of layers by steps is open, its colors, and the id of the run that it shows. */
  layers: setting(true, flag),
  layersColor: setting<Statistic>("std", choice("std", "mean", "nonfinite")),
  layersRun: setting("", text, { store: false }),
  ...cardSettings(),
  ...stepSettings(),
});

const drawn = [
  "mode",
  "axis",
  "height",
  "log",
  "lift",
  "angle",
  "lines",
  "per",
  "most",
  "from",
  "to",
  "size",
] as const;

/** Back to how charts are drawn at first; which of them are shown stays. */
export function resetDrawn(): void {
  for (const key of drawn) settings.reset(key);
}
