/** The texts of layers by steps. */

import { defineTexts } from "../../../state/i18n.svelte";

export const en = {
  title: "Layers by steps",
  std: "Standard deviation",
  nonfinite: "Share of NaN, ±∞",
  chart: "{n} layers of {group} by steps: {statistic} in {run}",
  meanScale: "log away from zero",
  zero: "0",
  noRecords: "No histograms",
  keys: "Arrow keys move, Shift by ten; Enter leads to the layer's card",
} as const;

export const t = defineTexts("histogramsLayers", en);
