/** Texts of the Difference view. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  first: "First run",
  another: "Run {n}",
  remove: "Remove {run}",
  codeOf: "Code of {a} and {b}",
  notFinite: "Not finite: the run diverged, or logged no number",
  second: "Second run",
  swap: "Swap the runs",
  onlyDifferent: "Only what differs",
  search: "Search names",
  searchHint: "words or /regex/",
  metrics: "Metrics (last value)",
  packages: "Packages",
  code: "Code",
  trial: "{run} #{n}",
  nothingDiffers: "Nothing differs.",
  nothingFound: "Nothing of that name.",
  same: "{n} equal {n|line|lines} not shown",
  twoRuns: "Two runs are needed",
  twoRunsHint: "There is only one run so far. Its trials can be compared if it has several.",
  noEnvironment: "Neither run recorded its environment.",
  noEnvironmentHint: "writer.add_environment() records packages, git commit and code.",
  oneEnvironment: "Only one of the runs recorded its environment.",
  sameCommit: "Both ran the same code: the same commit, without changes.",
  notRecorded: "Changes that were not committed were not recorded: the code may differ in more.",
  sameCode: "Both ran the same code: the same commit with the same changes.",
  otherCommit:
    "The commits differ. Below are the changes that each run had on top of its own commit.",
  uncommitted: "Changes that were not committed: what the second run had more (+) and less (−).",
  noCode: "Neither run recorded its code.",
  noChanges: "No uncommitted changes.",
  cut: "The changes were longer than 1 MiB and are cut.",
  failed: "Not loaded: {why}",
} as const;

export const t = defineTexts("difference", en);
