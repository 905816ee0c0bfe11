/** The texts of layers by steps. */

import { defineTexts } from "../../../state/i18n.svelte";

export const en = {
  title: "Layers by steps",
  statistic: "Color",
  mean: "Mean",
  std: "Standard deviation",
  nonfinite: "Share of NaN, ±∞",
  run: "Run",
  chart: "{n} layers of {group} by steps: {statistic} in {run}",
  meanScale: "logarithmic away from zero",
  logScale: "logarithmic",
  odd: "NaN, ±∞",
  zero: "0",
  noRecords: "No histograms",
  loading: "Loading…",
  oneOf: "of steps {first} to {last}",
  step: "Step",
  none: "nothing logged",
  keys: "Arrow keys move, Shift by ten; Enter leads to the layer's card",
} as const;

export const t = defineTexts("histogramsLayers", en);
