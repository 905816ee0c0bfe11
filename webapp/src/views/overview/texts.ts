/** The texts of the overview. */

import { defineTexts } from "../../state/i18n.svelte";

export const t = defineTexts({
  en: { runs: "Runs" },
  zh: { runs: "运行" },
});
