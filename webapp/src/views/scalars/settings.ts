/** What the view can be told, remembered and carried by links. */

import type { Axis } from "../../api/scalars";
import type { Per } from "../../cards/cards";
import { heights, type Heights } from "../../cards/scalars/figure";
import { cardSettings, reachSettings } from "../../cards/settings";
import { choice, flag, list, numberIn, orNone } from "../../lib/codec";
import { automatic } from "../../lib/smoothing";
import { defineSettings, setting } from "../../state/settings.svelte";
import { orders, type TooltipOrder } from "../../cards/scalars/tooltip";
import { zoomsCodec } from "./zoom-codec";

/** How charts are drawn: what the panel holds, and what its reset brings back. */
export const drawn = {
  axis: setting<Axis>("step", choice("step", "relative", "wall")),
  logX: setting(false, flag),
  logY: setting(false, flag),
  /** null: automatic. */
  smoothing: setting<number | null>(null, orNone(numberIn(0, 0.999))),
  smoothedOnly: setting(false, flag),
  heights: setting<Heights>("most", choice(...heights)),
  extrema: setting(false, flag),
  order: setting<TooltipOrder>("best", choice(...orders)),
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
  ...reachSettings,
});

/** The weight that series are smoothed with, and how many points they have at least for that. */
export function smoothingNow(of: Pick<typeof settings, "smoothing"> = settings): {
  readonly smoothing: number;
  readonly fewest: number;
} {
  const { smoothing } = of;
  if (smoothing !== null) return { smoothing, fewest: 0 };
  return { smoothing: automatic.weight, fewest: automatic.fewest };
}

/** Back to how charts are drawn at first; which of them are shown stays. */
export function resetDrawn(): void {
  for (const key of Object.keys(drawn) as (keyof typeof drawn)[]) settings.reset(key);
  settings.reset("size");
}
