/** Settings of the Custom charts view, remembered and carried by links. */

import { flag, numberIn } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";
import { chartsCodec } from "../../cards/composition/codec";
import { cardSize, reachSettings } from "../../cards/settings/settings";
import { mostCharts, type Chart } from "../../cards/composition/model";

/** No chart. */
export const NONE = -1;
const place = numberIn(NONE, mostCharts);

export const settings = defineSettings("composition", {
  /** null: the first one is made of the tags. */
  charts: setting<readonly Chart[] | null>(null, chartsCodec),
  size: cardSize(),
  panel: setting(true, flag, { link: false }),
  /** Position of the chart that the panel is of. */
  active: setting(0, place, { store: false }),
  /** By the positions of charts. */
  ...reachSettings,
  /** Position of the chart in full screen. */
  full: setting(NONE, place, { store: false }),
});
