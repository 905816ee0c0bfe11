/** The mode's texts. */

import { defineTexts } from "../../../state/i18n.svelte";

export const en = {
  title: "Eigenvalues of the Hessian by {unit}",
  chart: "Spectral density of {name} at {n} {n|snapshot|snapshots}, by {unit}",
  unitStep: "step",
  unitEpoch: "epoch",
  eigenvalue: "eigenvalue",
  top: "largest eigenvalue",
  edge: "2 / learning rate",
  critical: "critical sharpness",
  above: "from {value} on, above the picture",
  trace: "trace",
  loss: "loss",
  hint: "The darker, the more eigenvalues: by the logarithm of their density.",
  thinned: "{n} of {count} snapshots are drawn.",
  showEdge: "2 / learning rate",
  showCritical: "Critical sharpness",
  csv: "CSV of the numbers",
  nothing: "No selected run has the curvature of its snapshots.",
} as const;

export const t = defineTexts("landscapesThrough", en);
