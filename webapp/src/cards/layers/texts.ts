/** The texts of pictures of layers by steps, of whatever kind. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  odd: "NaN, ±∞",
  oneOf: "of steps {first} to {last}",
  nothingLogged: "nothing logged",
} as const;

export const t = defineTexts("cardsLayers", en);
