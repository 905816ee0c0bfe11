/** What the view can be told, remembered and carried by links. */

import { stepSettings } from "../../cards/chosen-steps";
import { cardSettings } from "../../cards/settings";
import { choice, text } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";

export type Form = "markdown" | "plain";

export const settings = defineSettings("texts", {
  form: setting<Form>("markdown", choice("markdown", "plain")),
  ...cardSettings(),
  ...stepSettings(),
  /** What is looked for in all texts. */
  words: setting("", text, { store: false }),
});

const drawn = ["form", "relative", "sameStep", "size"] as const;

/** Back to how texts are shown at first; which of them stays. */
export function resetDrawn(): void {
  for (const key of drawn) settings.reset(key);
}
