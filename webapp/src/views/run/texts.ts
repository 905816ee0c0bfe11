/** The texts of the page of one run. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  title: "Run {name}",
  none: "No run was chosen",
  noneHow: "A click on the name of a run leads to its page.",
  gone: "This run is not there (any more)",
  goneHow: "No run of these logs has the id {id}. Its folder may have been moved or deleted.",
  toAll: "All runs",
  previous: "Previous run: {name}",
  next: "Next run: {name}",
  only: "Only this run in Scalars",
  about: "About",
  folder: "Folder",
  started: "Started",
  records: "Records",
  size: "Size of the logs",
  writtenBy: "Written by",
  notRead: "Not read",
  searchMetrics: "Search metrics",
  lowest: "Lowest",
  highest: "Highest",
  atStep: "at step {step}",
  noMetrics: "No scalars were logged.",
  showAll: "Show all {n}",
  newest: "Newest of each kind",
  moreTags: "{n} more {n|tag|tags} in {view}",
  files: "Files",
  file: "File",
  bytes: "Log",
  media: "Media",
  state: "State",
  closed: "closed",
  open: "not closed",
  damaged: "{n} damaged {n|place|places}",
  missing: "{n} {n|record|records} missing",
  damagedAt: "byte {offset}, {bytes} {bytes|byte|bytes}: {reason}",
  unknown: "not read yet",
  failed: "This could not be fetched: {error}",
} as const;

export const t = defineTexts("run", en);
