/** Settings of the Histograms view, remembered and carried by links. */

import type { Per } from "../../cards/page/cards";
import { stepSettings } from "../../cards/steps/chosen-steps";
import { axisChoice, cardSettings } from "../../cards/settings/settings";
import type { Height, Mode } from "../../charts/histogram/types";
import { flag, numberIn, text } from "../../lib/codec";
import { controlsIn, group, special } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import type { Statistic } from "./layers/grid";
import { t as layersText } from "./layers/texts";
import { stepEnd } from "./range";
import { t } from "./texts";

const { toggle, choose, pick, slide } = controlsIn(t);
const layers = controlsIn(layersText);

const shownIn = (only: Mode) => ({ shown: ({ mode }: { mode: Mode }) => mode === only });

/** Of the steps that a chart shows at most: what is offered beside what is set. */
const offered = [10, 25, 50, 100, 200, 500, 1000];

export const settings = defineSettings("histograms", {
  ...group({
    mode: choose<Mode>("offset", "mode", { offset: "offset", overlay: "overlay", heat: "heat" }),
    axis: axisChoice(() => t("axis")),
    height: choose<Height>("count", "height", { count: "count", density: "density" }),
    log: toggle(false, "log"),
    /** Percent of the drawing's height that the highest ridge has. */
    lift: slide(35, "lift", [5, 90, 1], { below: true, ...shownIn("offset") }),
    /** How far ridges lean, in degrees. */
    angle: slide(0, "angle", [0, 60, 1], { below: true, ...shownIn("offset") }),
    /** Quantiles over heat maps. */
    lines: toggle(true, "lines", shownIn("heat")),
  }),
  ...group({
    per: choose<Per>("series", "per", { series: "tagAndRun", tag: "oneTag" }),
    /** Steps that a chart shows at most. */
    most: pick<number>(50, numberIn(2, 1000), "most", ({ most }: { most: number }) =>
      [...new Set([...offered, most])]
        .sort((one, other) => one - other)
        .map((n) => ({ value: n, label: t("upTo", { n }) })),
    ),
    /** Drawn with the other end. */
    from: special(setting<number | null>(null, stepEnd, { store: false }), () => t("range")),
  }),
  to: setting<number | null>(null, stepEnd, { store: false, resets: true }),
  /** Whether the overview of layers by steps is open, its colors, and the id of the run that it shows. */
  layers: setting(true, flag),
  layersColor: layers.choose<Statistic>(
    "std",
    "color",
    { std: "std", mean: "mean", nonfinite: "nonfinite" },
    { opens: true },
  ),
  layersRun: setting("", text, { store: false }),
  ...cardSettings(),
  ...stepSettings(),
});
