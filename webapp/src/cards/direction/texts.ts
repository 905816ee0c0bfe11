/** The texts of what is better of a metric. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  ask: "Is less or more better?",
  askHint: "Neither the runs nor its name say it. Until it is known, no run is the best.",
  less: "Less",
  more: "More",
  minimize: "Less is better",
  maximize: "More is better",
  "from.link": "{direction}: so says the address of this page.",
  "from.declared": "{direction}: the runs declare it.",
  "from.answered": "{direction}: it was answered here.",
  "from.name": "{direction}: guessed from the name.",
} as const;

export const t = defineTexts("cardsDirection", en);
