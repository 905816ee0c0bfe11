/** Settings of the Texts view, remembered and carried by links. */

import { stepControls } from "../../cards/steps/chosen-steps";
import { cardSettings } from "../../cards/settings/settings";
import { text } from "../../lib/codec";
import { controlsIn, group } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import { t } from "./texts";

export type TextForm = "markdown" | "plain";

const { choose } = controlsIn(t);

export const settings = defineSettings("texts", {
  ...group({
    form: choose<TextForm>("markdown", "shownAs", { markdown: "markdown", plain: "plain" }),
  }),
  ...cardSettings(),
  ...stepControls(),
  /** What is looked for in all texts. */
  words: setting("", text, { store: false }),
});
