/** Texts of the Texts view. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  settings: "Settings of the texts",
  help: "Keys in a card: F full screen. There Page Up and Page Down go through the cards.",
  count: "{n} {n|text|texts}",
  plain: "Plain text",
  content: "Text of {tag}, step {step}",
  copy: "Copy the text",
  save: "Save the text",
  atStep: "at step {step} of the training",
  size: "{n} {n|character|characters}, {lines} {lines|line|lines}",
  tooLong: "Too long for Markdown: shown as plain text",
  noSeries: "This run has no such text.",
  empty: "The text is empty.",
  find: "Find in texts",
  findHint: "Words in the texts of all steps",
  hits: "{n} {n|text has|texts have} these words, of {all}",
  more: "Not all texts were looked into: there are too many.",
  none: "None of {all} texts has these words.",
  searching: "Searching",
  failed: "The search failed: {why}",
  times: "{n} times",
} as const;

export const t = defineTexts("texts", en);
