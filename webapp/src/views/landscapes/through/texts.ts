/** Texts of the curvature by step mode. */

import { defineTexts } from "../../../state/i18n.svelte";
import { en as landscapes } from "../texts";

export const en = {
  title: "Eigenvalues of the Hessian by {unit}",
  chart: "Spectral density of {name} at {n} {n|snapshot|snapshots}, by {unit}",
  top: "largest eigenvalue",
  edge: "2 / learning rate",
  critical: "critical sharpness",
  above: "from {value} on, above the picture",
  trace: "trace",
  hint: "The darker, the more eigenvalues: by the logarithm of their density.",
  thinned: "{n} of {count} snapshots are drawn.",
  showCritical: "Critical sharpness",
  csv: "CSV of the numbers",
  nothing: "No selected run has the curvature of its snapshots.",
} as const;

export const t = defineTexts("landscapesThrough", en, { landscapes });
