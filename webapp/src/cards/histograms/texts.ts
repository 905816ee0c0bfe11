/** The texts of what shows the numbers of a histogram. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  ofAll: "{share} of all",
  values: "Values",
  std: "Std. dev.",
} as const;

export const t = defineTexts("cardsHistograms", en);
