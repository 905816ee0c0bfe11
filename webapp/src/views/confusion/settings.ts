/** Settings of the Confusion view, remembered and carried by links. */

import { stepControls } from "../../cards/steps/chosen-steps";
import { cardSettings } from "../../cards/settings/settings";
import { text } from "../../lib/codec";
import { controlsIn, group } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import { zoomCodec, type ZoomedMatrix } from "./codec";
import type { Norm } from "./model";
import { t } from "./texts";

const { toggle, choose } = controlsIn(t);

export const settings = defineSettings("confusion", {
  ...group({
    norm: choose<Norm>(
      "count",
      "norm",
      { count: "count", row: "row", column: "column", all: "all" },
      { opens: true },
    ),
    /** Right predictions are colored, too. */
    diagonal: toggle(true, "diagonal"),
  }),
  ...cardSettings(),
  ...stepControls(),
  /** In full screen, what the matrix is compared with: `first`, `previous`, a run's id, or nothing. */
  against: setting("", text, { store: false }),
  /** The classes that a matrix shows in full screen; null: all. */
  zoom: setting<ZoomedMatrix | null>(null, zoomCodec, { store: false }),
});
