/** Texts of the Console view. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  title: "Console of {name}",
  none: "Nothing was kept of what these runs printed",
  noneHow: "A training that is started by vdlite run has it here, and how it ended:",
  lines: "{n} {n|line|lines}",
  leftOut: "{n} more {n|was|were} printed and not kept",
  find: "Find in the console",
  findHint: "Words in all lines",
  regex: "Regular expression",
  noHits: "Not found",
  searching: "Searching, {share} %",
  previousHit: "Line before with these words",
  nextHit: "Next line with these words",
  follow: "Follow",
  followHint: "Show new lines as they come",
  toTraceback: "To the traceback",
  toCurves: "Show in the curves",
  copyLine: "Copy the line",
  lineAt: "Line {n}, {time}",
  stderr: "stderr",
  failed: "The console can't be read",
  reading: "Reading",
} as const;

export const t = defineTexts("console", en);
