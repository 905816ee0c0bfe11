/** The texts of what shows the numbers of a histogram. */

import { defineTexts } from "../../state/i18n.svelte";

export const t = defineTexts({
  en: {
    step: "Step",
    ofAll: "{share} of all",
    others: "Not finite",
    values: "Values",
    min: "Minimum",
    max: "Maximum",
    mean: "Mean",
    std: "Std. dev.",
  },
  zh: {
    step: "步",
    ofAll: "占 {share}",
    others: "非有限值",
    values: "数值个数",
    min: "最小值",
    max: "最大值",
    mean: "均值",
    std: "标准差",
  },
});
