/** Texts of the lines mode. */

import { defineTexts } from "../../../state/i18n.svelte";
import { en as landscapes } from "../texts";

export const en = {
  tag: "Line",
  together: "All lines",
  band: "Repeats as a band",
  bandHint:
    "Three or more lines of a run that differ in their seed only: their median, and from the least to the greatest value",
  chart: "{tag}, {n} {n|line|lines}: {metrics}",
  x: "along the direction",
  towards: "from {from} to {to}",
  repeats: "{n} repeats",
  without: "no {metrics}",
  above: "goes on above: extremes are left out",
  nothing: "No selected run has a landscape along a line.",
  table: "Numbers of the lines",
  whole: "the whole line",
  csv: "CSV of the lines",
  minimumX: "at x",
  barrier: "Barrier",
  barrierHint:
    "How much the loss between both ends rises above the straight line between them (Entezari et al. 2022)",
  width: "Width at +{height}",
  widthHint:
    "How far around this place the loss is at most {height} above the loss there. {height} is the greatest of 1, 0.5, 0.2, 0.1 … at which no valley reaches the end of its line. Wider is flatter",
  largest: "λ max",
  largestHint: "The largest eigenvalue of the Hessian at this place: smaller is flatter",
  sharpnessHint: "The greatest loss within the radius, less the loss at the center",
  roughHint: "Read between few points of the line: only roughly so",
  openHint: "It touches the end of the line: it is at least as wide",
} as const;

export const t = defineTexts("landscapesLines", en, { landscapes });
