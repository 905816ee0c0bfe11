/** Settings of the Overview, all of them carried by links. */

import type { Axis } from "../../api/scalars";
import { choice, flag, list, numberIn, orNone, text } from "../../lib/codec";
import { orAuto, sortsCodec } from "../../lib/table/codecs";
import type { Sort } from "../../lib/table/order";
import { defineSettings, setting } from "../../state/settings.svelte";

/** Settings of this visit, not of the next one, which may be of other logs. */
const once = { store: false };

export const settings = defineSettings("overview", {
  query: setting("", text, once),
  /** Which runs stand first where no column was chosen. */
  first: setting<"best" | "newest">("best", choice("best", "newest")),
  /** null: as `first` says. */
  sort: setting<readonly Sort[] | null>(null, orAuto(sortsCodec), once),
  /** Tags of the metrics that have a column; null: the first ones. */
  metrics: setting<readonly string[] | null>(null, orAuto(list)),
  /** Keys of other columns that are shown though they usually are not, or hidden though they are. */
  toggled: setting<readonly string[]>([], list),
  tiles: setting(false, flag),
  // --- how the curves of the workspace are drawn, whatever its cards say
  axis: setting<Axis>("step", choice("step", "relative", "wall")),
  /** null: as cards do by themselves. */
  smoothing: setting<number | null>(null, orNone(numberIn(0, 0.999))),
  /** Key of the column that divides the runs into groups; empty: none does. */
  group: setting("", text),
  /** Likewise, of what divides these groups further. */
  then: setting("", text),
  /** Keys of the groups whose runs are shown. */
  opened: setting<readonly string[]>([], list, once),
});
