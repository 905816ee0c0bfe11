/** Settings of the Layers view, remembered and carried by links. */

import { STATISTICS, type CellStatistic } from "../../api/layers";
import { choice, text } from "../../lib/codec";
import { controlsIn } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import { t } from "./texts";

const { pick } = controlsIn(t);

export const settings = defineSettings("layers", {
  /** Id of the run that is shown; empty, or without scalars: the first selected one. */
  run: setting("", text, { store: false }),
  /** What the tags begin with: empty, or it ends in a slash. */
  prefix: setting("", text, { store: false }),
  search: setting("", text, { store: false }),
  statistic: pick<CellStatistic>("value", choice(...STATISTICS), "statistic", () =>
    STATISTICS.map((value) => ({ value, label: t(value) })),
  ),
});
