/** What the view can be told, remembered and carried by links. */

import { bands, bandsOfMedian, type Band, type GroupAxis, type Middle } from "../../api/groups";
import { cardSettings, reachSettings } from "../../cards/settings";
import { choice, flag, numberIn, text } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";

/** Groups by the folder of the run. */
export const BY_FOLDER = "folder";
/** All runs are one group. */
export const BY_NOTHING = "none";

/** How charts are drawn. */
const drawn = {
  middle: setting<Middle>("mean", choice("mean", "median")),
  /** `auto`: the one that fits the groups. */
  band: setting<Band | "auto">("auto", choice("auto", ...bands)),
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
  ...reachSettings,
  /** Comparison of two groups: open, of which, by which metric, with which pairs. */
  compare: setting(false, flag, { store: false }),
  a: setting("", text, { store: false }),
  b: setting("", text, { store: false }),
  /** Key of a metric's column. */
  metric: setting("", text, { store: false }),
  /** `all`, `none`, or the name of a hyperparameter. */
  pair: setting("", text, { store: false }),
});

export type GroupSettings = typeof settings;

/** Back to how charts are drawn at first; which groups there are stays. */
export function resetDrawn(): void {
  for (const key of Object.keys(drawn) as (keyof typeof drawn)[]) settings.reset(key);
  settings.reset("ranges");
  settings.reset("size");
}

/** The bands that fit the middle. */
export function bandsOf({ middle }: Pick<GroupSettings, "middle">): readonly Band[] {
  return middle === "median" ? bandsOfMedian : bands;
}

/** One of the mean is none of the median. */
export function bandOf(settings: Pick<GroupSettings, "middle" | "band">): Band | "auto" {
  const { band } = settings;
  return band === "auto" || bandsOf(settings).includes(band) ? band : "auto";
}
