/** The texts of what is said of runs. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  loading: "reading",
  finished: "finished",
  failed: "failed",
  pruned: "pruned",
  killed: "killed",
  diverged: "diverged",
  damaged: "damaged",
  gaps: "gap",
  hangs: "no answer",
  divergedWhy: "The newest value of {n} {n|scalar|scalars} is NaN or infinite",
  damagedWhy: "{n} damaged {n|place|places} in its files",
  hangsWhy: "Its drive does not answer since {time}",
  quietWhy: "It has not grown for 30 seconds or more, and was not closed: it waits, or was killed",
  liveWhy: "It grew within the last 30 seconds; logs of other tools: 2.5 minutes",
  endedWhy: "Its writers have closed",
  loadingWhy: "It is still being read",
  finishedWhy: "It came to its end",
  failedWhy: "An error ended it",
  prunedWhy: "It was given up, since others did better",
  killedWhy: "Somebody, or the system, ended it",
} as const;

export const t = defineTexts("cardsRuns", en);
