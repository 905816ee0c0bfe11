/** What the view can be told, remembered and carried by links. */

import { bands, type Band, type GroupAxis, type Middle } from "../../api/groups";
import { cardSettings } from "../../cards/settings";
import { choice, flag, numberIn, text } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";

/** Groups by the folder of the run. */
export const BY_FOLDER = "folder";
/** All runs are one group. */
export const BY_NOTHING = "none";

/** How charts are drawn. */
const drawn = {
  middle: setting<Middle>("mean", choice("mean", "median")),
  band: setting<Band>("t", choice(...bands)),
  level: setting(0.95, numberIn(0.5, 0.999)),
  axis: setting<GroupAxis>("step", choice("step", "relative", "tag")),
  /** The scalar along which axis `tag` goes. */
  along: setting("", text),
  smoothing: setting(0, numberIn(0, 0.999)),
  logX: setting(false, flag),
  logY: setting(false, flag),
  singles: setting(true, flag),
};

export const settings = defineSettings("groups", {
  /** Key of a column, `folder`, `none`, or empty: what divides the runs well. */
  by: setting("", text),
  then: setting("", text),
  ranges: setting(4, numberIn(2, 10)),
  ...drawn,
  ...cardSettings(),
  /** Comparison of two groups: open, of which, by which metric, with which pairs. */
  compare: setting(false, flag, { store: false }),
  a: setting("", text, { store: false }),
  b: setting("", text, { store: false }),
  /** Key of a metric's column. */
  metric: setting("", text, { store: false }),
  /** `all`, `none`, or the name of a hyperparameter. */
  pair: setting("", text, { store: false }),
});

/** Back to how charts are drawn at first; which groups there are stays. */
export function resetDrawn(): void {
  for (const key of Object.keys(drawn) as (keyof typeof drawn)[]) settings.reset(key);
  settings.reset("ranges");
  settings.reset("size");
}
