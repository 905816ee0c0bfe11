/** The texts of the table at the cursor. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  raw: "Raw",
  beyond: "{n} {n|run|runs} beyond the range: show",
  beyondWhy:
    "Values that most runs do not have lie above or below what is shown. A click shows all values.",
  whole: "All values: back to most runs",
  wholeWhy:
    "{n} {n|run reaches|runs reach} far beyond the others. A click shows what most runs have.",
  squeezed: "{n} {n|run squeezes|runs squeeze} the others",
  squeezedWhy: "The other runs have less than a fifth of the height.",
  leaveOut: "leave out",
  leaveOutWhy: "Fit the height to the other runs",
  log: "log axis",
  moreAbove: "{n} more above",
  moreBelow: "{n} more below",
  lostRuns: "{n} {n|run|runs}: {value}",
  pinned: "Pinned. Click or press Enter to release",
  toConsole: "Show in the console",
  toConsoleOf: "Show in the console of {name}",
  threshold: "Threshold {text}",
  changeThreshold: "Threshold {text}: change it",
  withinThreshold: "within the threshold",
} as const;

export const t = defineTexts("cardsScalars", en);
