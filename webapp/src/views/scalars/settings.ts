/** What the view can be told, remembered and carried by links. */

import type { Axis } from "../../api/scalars";
import type { Per } from "../../cards/cards";
import { cardSettings } from "../../cards/settings";
import { choice, flag, list, numberIn } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";
import type { TooltipOrder } from "../../cards/scalars/tooltip";
import { zoomsCodec } from "./zoom-codec";

/** How charts are drawn: what the panel holds, and what its reset brings back. */
export const drawn = {
  axis: setting<Axis>("step", choice("step", "relative", "wall")),
  logX: setting(false, flag),
  logY: setting(false, flag),
  smoothing: setting(0.6, numberIn(0, 0.999)),
  smoothedOnly: setting(false, flag),
  /** Heights by quantiles, so that single outliers do not flatten everything. */
  outliers: setting(false, flag),
  extrema: setting(false, flag),
  order: setting<TooltipOrder>("nearest", choice("nearest", "name", "descending", "ascending")),
  syncCursor: setting(true, flag),
  syncRange: setting(false, flag),
  per: setting<Per>("tag", choice("tag", "series")),
};

export const settings = defineSettings("scalars", {
  ...drawn,
  ...cardSettings(),
  zoom: setting([], zoomsCodec, { store: false }),
  /** Keys of cards whose y axis is the other way than `logY` says. */
  otherLogY: setting<readonly string[]>([], list, { store: false }),
});

/** Back to how charts are drawn at first; which of them are shown stays. */
export function resetDrawn(): void {
  for (const key of Object.keys(drawn) as (keyof typeof drawn)[]) settings.reset(key);
  settings.reset("size");
}
