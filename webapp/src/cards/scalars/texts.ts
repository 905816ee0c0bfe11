/** The texts of the table at the cursor. */

import { defineTexts } from "../../state/i18n.svelte";

export const t = defineTexts({
  en: {
    run: "Run",
    value: "Value",
    smoothed: "Smoothed",
    raw: "Raw",
    beyond: "{n} {n|run|runs} beyond the range: show",
    beyondWhy:
      "Values that most runs do not have lie above or below what is shown. A click shows all values.",
    whole: "All values: back to most runs",
    wholeWhy:
      "{n} {n|run reaches|runs reach} far beyond the others. A click shows what most runs have.",
    step: "Step",
    relative: "Relative",
    time: "Time",
    moreRuns: "+ {n} more {n|run|runs}",
    pinned: "Pinned. Click or press Enter to release",
    threshold: "Threshold {text}",
    changeThreshold: "Threshold {text}: change it",
    withinThreshold: "within the threshold",
  },
  zh: {
    run: "运行",
    value: "数值",
    smoothed: "平滑值",
    raw: "原始值",
    beyond: "{n} 次运行超出范围：显示",
    beyondWhy: "部分数值远离多数运行，位于所示范围之外。单击以显示全部数值。",
    whole: "已显示全部数值：只看多数运行",
    wholeWhy: "{n} 次运行远离其他运行。单击以只显示多数运行的范围。",
    step: "步数",
    relative: "相对时间",
    time: "时间",
    moreRuns: "还有 {n} 次运行",
    pinned: "已固定，再次点击或按 Enter 解除",
    threshold: "阈值 {text}",
    changeThreshold: "阈值 {text}：修改",
    withinThreshold: "在阈值范围内",
  },
});
