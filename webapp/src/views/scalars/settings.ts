/** Settings of the Scalars view, remembered and carried by links. */

import type { Per } from "../../cards/page/cards";
import type { Heights } from "../../cards/scalars/figure";
import { looksCodec, type OwnLooks } from "../../cards/scalars/own-look";
import type { TooltipOrder } from "../../cards/scalars/tooltip";
import type { XAxis } from "../../cards/scalars/x-axis";
import {
  cardSettings,
  reachSettings,
  smoothingChoice,
  xSettings,
} from "../../cards/settings/settings";
import { flag, list } from "../../lib/codec";
import { automatic } from "../../lib/smoothing";
import { baseline } from "../../state/baseline.svelte";
import { controlsIn, group } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import { t } from "./texts";
import { zoomsCodec } from "./zoom-codec";

const { toggle, choose } = controlsIn(t);

const isWall = ({ axis, along }: XAxis): boolean => axis === "wall" && along === "";

export const settings = defineSettings("scalars", {
  ...xSettings(),
  smoothing: smoothingChoice(),
  ...group({
    logX: toggle(false, "logX", {
      disabled: isWall,
      title: (now: XAxis) => (isWall(now) ? t("noLogWall") : ""),
    }),
    logY: toggle(false, "logY"),
  }),
  ...group({
    smoothedOnly: toggle(false, "smoothedOnly"),
    extrema: toggle(false, "extrema"),
    difference: toggle(false, "difference", {
      shown: () => baseline.isSet,
      title: () => t("differenceHint"),
    }),
    heights: choose<Heights>(
      "most",
      "heights",
      { most: "heights.most", all: "heights.all", quantiles: "heights.quantiles" },
      { opens: true },
    ),
  }),
  ...group({
    per: choose<Per>("tag", "per", { tag: "oneTag", series: "tagAndRun" }),
    order: choose<TooltipOrder>(
      "best",
      "order",
      {
        nearest: "nearest",
        name: "name",
        best: "bestFirst",
        descending: "descending",
        ascending: "ascending",
      },
      { opens: true },
    ),
    syncCursor: toggle(true, "syncCursor"),
    syncRange: toggle(false, "syncRange"),
  }),
  ...cardSettings(),
  /** Of very many runs all are drawn, not the best ones alone. */
  everyRun: setting(false, flag),
  /** Patterns of tags that differ in one number, such as those of layers, whose curves are shown, too. */
  curves: setting<readonly string[]>([], list),
  zoom: setting([], zoomsCodec, { store: false }),
  /** What single charts have of their own. */
  charts: setting<OwnLooks>([], looksCodec),
  /** Keys of cards whose colors, or in old links whose y axis, are the other way than they would be: logarithmic. */
  otherLogY: setting<readonly string[]>([], list, { store: false }),
  ...reachSettings,
});

/** The weight that series are smoothed with, and how many points they have at least for that. */
export function smoothingNow(of: Pick<typeof settings, "smoothing"> = settings): {
  readonly smoothing: number;
  readonly fewest: number;
} {
  const { smoothing } = of;
  if (smoothing !== null) return { smoothing, fewest: 0 };
  return { smoothing: automatic.weight, fewest: automatic.fewest };
}
