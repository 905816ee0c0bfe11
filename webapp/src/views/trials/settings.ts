/** Settings of the Trials view, all of them carried by links. */

import { groupSettings } from "../../cards/settings/grouping";
import { choice, list, text, type Codec } from "../../lib/codec";
import { filtersCodec, type Filters } from "../../lib/table/filters";
import type { Sort } from "../../lib/table/order";
import { controlsIn } from "../../state/controls";
import { colorBy } from "../../state/coloring.svelte";
import { defineSettings, setting } from "../../state/settings.svelte";
import { t } from "./texts";
import { orAuto, sortsCodec, widthsCodec } from "../../lib/table/codecs";

export const charts = ["parallel", "scatter", "matrix", "importance", "curves"] as const;
export type TrialChart = (typeof charts)[number];

const chartsCodec: Codec<readonly TrialChart[]> = {
  parse(written) {
    const one = choice(...charts);
    const named = list.parse(written)?.flatMap((name) => one.parse(name) ?? []);
    return named === undefined ? undefined : [...new Set(named)];
  },
  format: list.format,
};

const { several } = controlsIn(t);

/** Settings of this visit, not of the next one, which may be of other logs. */
const once = { store: false };
const noFilters: Filters = new Map();
const noWidths: ReadonlyMap<string, number> = new Map();

export const settings = defineSettings("trials", {
  query: setting("", text, once),
  filters: setting(noFilters, filtersCodec, once),
  /** null: the best by the objective first. */
  sort: setting<readonly Sort[] | null>(null, orAuto(sortsCodec), once),
  /** Keys of the metrics' columns. null: those that the trials declared, or the first scalars. */
  metrics: setting<readonly string[] | null>(null, orAuto(list)),
  color: setting("", text, { ...once, shared: colorBy }),
  ...groupSettings(),
  /** Keys of columns that are shown though they usually are not, or hidden though they are shown. */
  toggled: setting<readonly string[]>([], list),
  order: setting<readonly string[]>([], list),
  pinned: setting<readonly string[]>(["r:name"], list),
  widths: setting(noWidths, widthsCodec),
  /** null: those that there is something for. */
  pictures: several<TrialChart, readonly TrialChart[] | null>(
    null,
    orAuto(chartsCodec),
    "pictures",
    {
      parallel: "parallel",
      scatter: "scatter",
      matrix: "matrix",
      importance: "importance",
      curves: "curves",
    },
  ),
  /** Share of the height that the charts have, in percent. */
  split: setting(45, {
    parse: (written) => (/^\d{1,2}$/.test(written) ? Number(written) : undefined),
    format: String,
  }),
});
