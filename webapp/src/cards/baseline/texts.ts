/** The texts of the baseline, and of what differs from it. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  use: "Use as baseline",
  add: "Add to the baseline",
  remove: "Take out of the baseline",
  clear: "No baseline any more",
  useMany: "Use as baseline ({n})",
  removeMany: "Take out of the baseline ({n})",
  mark: "Baseline",
  markHint: "Baseline: other runs are shown as the difference to it",
  note: "Baseline: {name}",
  noteMean: "Baseline: mean of {n} runs",
  noteHint: "Differences in the table are to {names}",
  to: "To the baseline",
  toHint: "The last value minus that of the baseline",
  toOne: "{change} to the baseline, {value}",
  toMean: "{change} to the mean of the baseline, {value} ({n} of {all} values)",
  interval: "95 % interval of the difference: {low} to {high} (Welch's t)",
  oneValue: "One value has no interval: that takes {n} on each side.",
  few: "{a} against {b}",
  fewHint: "{a} against {b} values: an interval takes {n} on each side.",
  noSpread: "No interval: the values do not differ among themselves.",
  shares: "No interval: {n} of these are part of the baseline.",
} as const;

export const t = defineTexts("cardsBaseline", en);
