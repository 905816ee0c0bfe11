/** The texts of the table at the cursor. */

import { defineTexts } from "../../state/i18n.svelte";

export const t = defineTexts({
  en: {
    run: "Run",
    value: "Value",
    smoothed: "Smoothed",
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
