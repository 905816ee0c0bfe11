/** The texts of entries of the logbook, wherever they stand. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  by: "Entry by {author}",
  nobody: "without an author",
  noTime: "without a time",
  runsOf: "Runs that it is about",
  isGone: "{name} is not there (any more)",
  removeRun: "Take {name} away",
  command: "Command",
  older: "Show older entries",
  leftOut: "{n} more {n|byte|bytes} of this entry are in the file only.",
} as const;

export const t = defineTexts("cardsLogbook", en);
