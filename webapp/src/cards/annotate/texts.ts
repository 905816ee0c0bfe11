/** The texts of naming, noting, archiving and deleting runs. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  archive: "Archive",
  unarchive: "Bring back from the archive",
  trash: "Trash…",
  bulkFound: "Actions on the {n} found {n|run|runs}",
  bulkSelected: "Actions on the {n} selected {n|run|runs}",
  bulkLabel: "Add or remove labels… ({n})",
  bulkArchive: "Archive ({n})",
  bulkUnarchive: "Bring back from the archive ({n})",
  bulkDelete: "Delete… ({n})",
  allArchived: "All of them are archived",
  needsEdit: "Deleting needs a server that was started with --allow-edit",
  isLive: "This run is live: it can't be deleted now",
  areLive: "{n} of them {n|is|are} live: they can't be deleted now",
  showArchived: "Show archived ({n})",
  archived: "archived",
  labels: "Labels: {labels}",
  editTitle: "About {name}",
  nameHint: "The folder keeps its name: {name}",
  labelsField: "Labels",
  labelsHint: "divided by commas",
  known: "In use",
  saveKey: "Ctrl+Enter saves",
  changedMeanwhile:
    "{field}: somebody else has written this meanwhile; saving yours takes its place",
  emptied: "(nothing)",
  takeTheirs: "Take theirs",
  saveMine: "Save mine",
  dismiss: "Dismiss",
  tooLong: "At most {n} characters each",
  tooMany: "At most 100 labels",
  noteTooLong: "A note has at most 64 KiB",
  labelTitle: "Labels of {n} {n|run|runs}",
  labelHelp: "A tick gives the label to all of them, no tick takes it from all; a dash leaves it.",
  newLabel: "New label",
  noLabels: "No run has a label yet.",
  deleteTitle: "Delete {n} {n|run|runs}?",
  deleteWhat: "Log files ({files}, {size}) and the media files beside them move to",
  deleteStays:
    "Nothing is removed from the disk: Trash, in the menu above the runs, brings them back. Other files in the folders, and runs in folders below, stay.",
  deleteButton: "Move to the trash",
  trashTitle: "Trash",
  trashEmpty: "The trash is empty.",
  trashWhere:
    "To free the disk, run vdlite prune on this logdir; until then all of it lies in {dir}.",
  trashItem: "{files} {files|file|files}, {size}, deleted {time}",
  restore: "Restore",
  restoreRun: "Restore {name}",
  failed: "It did not work: {error}",
} as const;

export const t = defineTexts("cardsAnnotate", en);
