/** The texts of the Layers view. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  none: "No run has scalars",
  noTag: "The run has no such tag",
  noTagHint: "Choose another run or branch, or search for less.",
  all: "All tags",
  where: "Branch",
  tree: "Tags of this branch",
  more: "{n} more: search for them",
  statistic: "Cells are",
  magnitude: "Magnitude, log",
  quantile: "Quantile",
  picture: "{n} tags by steps",
  tags: "{n} {n|tag|tags} at {steps} {steps|step|steps}",
  joined: "{n} tags share {rows} rows: a cell shows what is farthest from the median of its step.",
  joinedSteps:
    "{steps} steps share {columns} columns: a cell shows what is farthest from the median of its step.",
  joinedBoth:
    "{n} tags share {rows} rows, and {steps} steps {columns} columns: a cell shows what is farthest from the median of its step.",
  drawAll: "Draw all {n} tags",
  drawAllHint: "Choose a branch, or search. All of them take a while.",
  unlike: "Unlike the others",
  unlikeNone: "None of {n} tags is unlike the others.",
  unlikeFew: "Fewer than 8 tags: too few to say what is usual.",
  unlikeOf: "{n} of {all} tags",
  unlikeHint: "In robust standard deviations from the median of all at the same step.",
  allAlong: "{n} all along",
  atStep: "{n} at step {step}",
  notFinite: "NaN, ±∞ from step {step}",
  oneOfRow: "one of {n} tags from {tag} on",
} as const;

export const t = defineTexts("layers", en);
