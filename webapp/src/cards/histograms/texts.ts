/** The texts of what shows the numbers of a histogram. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  step: "Step",
  ofAll: "{share} of all",
  others: "Not finite",
  values: "Values",
  min: "Minimum",
  max: "Maximum",
  mean: "Mean",
  std: "Std. dev.",
} as const;

export const t = defineTexts("cardsHistograms", en);
