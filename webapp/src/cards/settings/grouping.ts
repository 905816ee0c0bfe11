/** By what a table groups its rows: one choice for all views that do. */

import { list, text } from "../../lib/codec";
import { annotations } from "../../state/annotations.svelte";
import { controlsIn } from "../../state/controls";
import { BY_FOLDER, BY_LABELS, BY_NOTHING, groupBy, thenBy } from "../../state/grouping";
import { runTable } from "../../state/run-table.svelte";
import { setting } from "../../state/settings.svelte";
import { t } from "../texts";

const { pick } = controlsIn(t);

interface Grouped {
  group: string;
  then: string;
  folds: readonly string[];
}

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

export const groupSettings = () => ({
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
  folds: setting<readonly string[]>([], list, { store: false }),
});
