/** The texts of the view around its modes. */

import { defineTexts } from "../../state/i18n.svelte";

export const t = defineTexts({
  en: {
    seed: "seed {seed}",
    noSeed: "without a seed",
    centre: "centre",
    mode: "What to look at",
    process: "Training process",
    comparison: "Comparison",
    lines: "Lines",
    curvature: "Curvature",
    loading: "Loading the landscapes",
    failed: "The landscapes could not be loaded",
    retry: "Try again",
    nothing: "No selected run has a loss landscape",
    nothingHint:
      "Select other runs in the panel on the left, or log one: any grid of values around a model will do, computed by vdlite or by your own code.",
    example: "How to log a landscape",
  },
  zh: {
    seed: "种子 {seed}",
    noSeed: "无种子",
    centre: "中心",
    mode: "查看内容",
    process: "训练过程",
    comparison: "对比",
    lines: "一维",
    curvature: "曲率",
    loading: "正在加载地形",
    failed: "无法加载地形",
    retry: "重试",
    nothing: "选中的运行都没有损失地形",
    nothingHint:
      "请在左侧面板选择其他运行，或记录一个地形：模型周围的任意数值网格都可以，由 vdlite 或您自己的代码算出。",
    example: "如何记录地形",
  },
});
