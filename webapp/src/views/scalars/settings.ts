/** What the view can be told, remembered and carried by links. */

import type { Axis } from "../../api/types";
import { choice, flag, list, numberIn, text } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";
import { everyTag, tagChoice } from "./choice";
import type { CardSize, Per } from "./cards";
import type { TooltipOrder } from "./tooltip";
import { zoomsCodec } from "./zoom-codec";

export const settings = defineSettings("scalars", {
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
  size: setting<CardSize>("medium", choice("small", "medium", "large")),
  per: setting<Per>("tag", choice("tag", "series")),
  search: setting("", text, { store: false }),
  tags: setting(everyTag, tagChoice),
  closed: setting<readonly string[]>([], list, { link: false }),
  panel: setting(true, flag, { link: false }),
  /** Key of the card in full screen. */
  full: setting("", text, { store: false }),
  zoom: setting([], zoomsCodec, { store: false }),
  /** Keys of cards whose y axis is the other way than `logY` says. */
  otherLogY: setting<readonly string[]>([], list, { store: false }),
});
