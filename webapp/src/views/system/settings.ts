/** Settings of the System view, remembered and carried by links. */

import type { SystemAxis } from "../../cards/system/figure";
import { list, text } from "../../lib/codec";
import { controlsIn } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import { t } from "./texts";

const { choose } = controlsIn(t);

export const settings = defineSettings("system", {
  /** Id of the run that is shown; empty, or without such curves: the first selected one that has them. */
  run: setting("", text, { store: false }),
  axis: choose<SystemAxis>("relative", "axis", { relative: "time", wall: "wall" }),
  /** Tags of the training whose curves stand above; none: the one that runs are judged by. */
  curves: setting<readonly string[]>([], list, { store: false }),
});
