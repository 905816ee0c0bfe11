/** Texts of the Histograms view. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  settings: "Histogram settings",
  help: "Hover: one step exactly · Click: that step in full screen · Keys: ↑ ↓ steps, Shift + ↑ ↓ buckets, Home, End, Enter, F",
  mode: "Show steps",
  offset: "Offset",
  axis: "Axis of the steps",
  count: "Count",
  density: "Density",
  log: "Log height",
  lift: "Height of ridges, %",
  angle: "Angle, °",
  lines: "Quantile lines",
  most: "Steps drawn",
  upTo: "up to {n}",
  range: "Range of steps",
  from: "first",
  to: "last",
  noSteps: "No steps in this range.",
  noValues: "No finite values: {what}",
  noValuesAtAll: "Only empty arrays were logged.",
  chart: "Histograms of {tag}, {n} {n|run|runs}",
  oneStep: "Histogram of {tag} at one step",
  shown: "{n} of {of} steps",
  nonFinite: "{what}, first at step {step}",
  nonFiniteTitle: "In {n} of the steps shown: {what}",
  damaged: "{n} {n|step|steps} can't be read",
  csv: "CSV of the steps shown",
  json: "JSON of the steps shown",
} as const;

export const t = defineTexts("histograms", en);
