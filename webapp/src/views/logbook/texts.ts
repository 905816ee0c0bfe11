/** The texts of the logbook. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  title: "What was concluded",
  empty: "Nobody has written into the logbook yet",
  emptyHow:
    "What you conclude from your runs belongs here, with who said so and when: it is kept beside them, for everyone. Programs write into it, too:",
  howCommand: "Write an entry in a shell",
  howEdit: "Start vdlite with --allow-edit to write here.",
  unreadable: "Not read: {why}",
  failed: "The logbook could not be read",
  write: "Write",
  mode: "The entry",
  text: "A new entry",
  textHint: "What did you conclude? Markdown; links to views of this page become live cards.",
  author: "Your name",
  aboutNone: "About all runs",
  publish: "Write into the logbook",
  forever: "An entry stays as it is: nothing in the logbook is changed or deleted.",
  tooLong: "An entry has at most 64 KiB",
  cards: "What this entry leads to",
  openView: "Open in {view}",
  moreCards: "and {n} more {n|card|cards}",
  moreLinks: "{n} more {n|link|links}",
  noData: "There is nothing to show of it any more.",
} as const;

export const t = defineTexts("logbook", en);
