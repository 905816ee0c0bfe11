/** The texts of setting and deleting thresholds. */

import { defineTexts } from "../../../state/i18n.svelte";

export const en = {
  setTitle: "Threshold of {tag}",
  deleteTitle: "Delete the threshold of {tag}?",
  ok: "OK",
  delete: "Delete threshold…",
  first: "Condition",
  join: "Second condition",
  or: "Or",
  and: "And",
  second: "Second condition: operator",
  less: "Less than",
  greater: "Greater than",
  secondValue: "Second value",
  example: "such as 0.5 or 1e-3",
  missing: "A number is needed.",
  notNumber: "“{text}” is no number: write it as 0.5 or 1e-3, without spaces.",
  infinite: "The number must be finite: leave the second condition out for an open end.",
  sameOperator: "Two conditions need different operators.",
  orOrder:
    "With “Or”, “greater than” needs at least the value of “less than”: every value is meant otherwise.",
  andOrder:
    "With “And”, “greater than” needs a smaller value than “less than”: no value is meant otherwise.",
  highlights: "Highlighted: {text}",
  nothingYet: "Parts of the curves in this range are highlighted.",
  asSmoothed: "It applies to the curves as they are drawn: smoothed by {smoothing}.",
  asDrawn: "It applies to the curves as they are drawn: not smoothed.",
  notReadable:
    "What is kept for this tag can't be read as a threshold, and is not shown: {kept}. OK replaces it.",
  report: "Tell me when a value is in it",
  reportBest: "Tell me of a new best value",
  noDirection:
    "Whether less or more of it is better is not known, so that nothing is: say it in Workspace or Trials.",
  newBest: "new best",
  deleteBest: "New best values are no longer reported; the values stay as they are.",
  reportNone: "No",
  reportInfo: "As information",
  reportWarn: "As a warning",
  reportError: "As an error",
  reportHow:
    "The server looks at the values as they are logged, whether a page is open or not, and sends what it finds by its channels.",
  others: "Also for other tags",
  tags: "Other tags",
  search: "Search tags",
  allShown: "All shown",
  chosen: "{n} {n|tag|tags} chosen",
  unread: "not readable",
  withLogs: "Kept with the logs, for everyone who opens them.",
  deleteWhat: "The highlight {text} goes away; the values stay as they are.",
  deleteUnread: "What is kept goes away: {kept}",
} as const;

export const t = defineTexts("scalarsThresholds", en);
