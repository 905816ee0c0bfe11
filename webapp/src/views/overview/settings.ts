/** Settings of the Overview, all of them carried by links. */

import type { XAxis } from "../../cards/scalars/x-axis";
import { groupSettings } from "../../cards/settings/grouping";
import { smoothingChoice, xSettings } from "../../cards/settings/settings";
import { choice, flag, list, text } from "../../lib/codec";
import { orAuto, sortsCodec } from "../../lib/table/codecs";
import type { Sort } from "../../lib/table/order";
import { defineSettings, setting } from "../../state/settings.svelte";

/** Settings of this visit, not of the next one, which may be of other logs. */
const once = { store: false };

const isPlain = ({ group }: { readonly group: string }): boolean => group === "";

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
  ...groupSettings(),
  // Groups have no date in common, and are not smoothed by themselves.
  ...xSettings(
    (now: { readonly group: string }, { axis }: XAxis) => isPlain(now) || axis !== "wall",
  ),
  smoothing: smoothingChoice(isPlain),
});
