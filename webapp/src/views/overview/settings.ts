/** Settings of the Overview, all of them carried by links. */

import type { XAxis } from "../../cards/scalars/x-axis";
import { smoothingChoice, xSettings } from "../../cards/settings/settings";
import { choice, flag, list, text } from "../../lib/codec";
import { orAuto, sortsCodec } from "../../lib/table/codecs";
import type { Sort } from "../../lib/table/order";
import { controlsIn } from "../../state/controls";
import { annotations } from "../../state/annotations.svelte";
import { BY_FOLDER, BY_LABELS, BY_NOTHING, groupBy, thenBy } from "../../state/grouping";
import { runTable } from "../../state/run-table.svelte";
import { defineSettings, setting } from "../../state/settings.svelte";
import { t } from "./texts";

/** Settings of this visit, not of the next one, which may be of other logs. */
const once = { store: false };

const { pick } = controlsIn(t);

interface Grouped {
  group: string;
  then: string;
  folds: readonly string[];
}
const isPlain = ({ group }: Grouped): boolean => group === "";

/** What divides the runs, and what a link says does, though no run has it (yet). */
function divisions(chosen: string, other = "") {
  const known = [
    ...runTable.hparams.map(({ key, name }) => ({ value: key, label: name })),
    ...(annotations.labels.length > 0 ? [{ value: BY_LABELS, label: t("byLabels") }] : []),
    { value: BY_FOLDER, label: t("byFolder") },
  ].filter(({ value }) => value !== other);
  const isKnown = chosen === "" || known.some(({ value }) => value === chosen);
  const more = isKnown ? [] : [{ value: chosen, label: chosen.replace(/^\w+:/, "") }];
  return [{ value: "", label: t("byNothing") }, ...known, ...more];
}

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
  /** Key of the column that divides the runs into groups; empty: none does. */
  group: pick("", text, "groupBy", ({ group }: Grouped) => divisions(group), {
    // All runs together are no groups here.
    shared: { ...groupBy, get: () => (groupBy.get() === BY_NOTHING ? "" : groupBy.get()) },
    store: false,
    set: (now: Grouped, group: string) => {
      if (group === "" || group === now.then) now.then = "";
      Object.assign(now, { group, folds: [] });
    },
  }),
  /** Likewise, of what divides these groups further. */
  then: pick("", text, "then", ({ group, then }: Grouped) => divisions(then, group), {
    shared: thenBy,
    store: false,
    shown: ({ group }: Grouped) => group !== "",
    set: (now: Grouped, then: string) => {
      Object.assign(now, { then, folds: [] });
    },
  }),
  /** Keys of groups that are open though they usually are not, or folded though they are. */
  folds: setting<readonly string[]>([], list, once),
  // Groups have no date in common, and are not smoothed by themselves.
  ...xSettings((now: Grouped, { axis }: XAxis) => isPlain(now) || axis !== "wall"),
  smoothing: smoothingChoice(isPlain),
});
