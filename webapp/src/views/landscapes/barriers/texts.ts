/** Texts of the barriers mode. */

import { defineTexts } from "../../../state/i18n.svelte";
import { en as landscapes } from "../texts";

export const en = {
  title: "Barriers between models",
  which: "Of which models",

  optionAt: "{run}: {n} models, step {step}",
  shown: "Alignment",
  both: "Both",
  plain: "As trained",
  aligned: "Aligned",
  legendBoth:
    "Above the diagonal as trained, below it aligned: channels permuted to lie near the first model",
  legendAligned: "Aligned: channels of the second model permuted to lie near the first",
  hint: "How far {metric} on the straight line between two models rises above the line between their ends",
  hintScore:
    "How far {metric} on the straight line between two models drops below the line between their ends",
  waiting: "{done} of {all} lines computed",
  chart: "Matrix of barriers between {n} models",
  lines: "{metric} between {first} and {second}",
  linesTitle: "On the line",
  x: "from {first} (0) to {second} (1)",
  barrier: "barrier",
  csvBarriers: "CSV of the barriers",
  csvLines: "CSV of the lines",
  pick: "Click a cell for the lines of the pair.",
  damaged: "This record does not name its models.",
} as const;

export const t = defineTexts("landscapesBarriers", en, { landscapes });
