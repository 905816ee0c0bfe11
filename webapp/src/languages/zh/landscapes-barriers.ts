import type { LanguageWords } from "../words";

export const landscapesBarriers: LanguageWords["landscapesBarriers"] = {
  title: "模型之间的损失壁垒",
  which: "哪些模型",

  optionAt: "{run}：{n} 个模型，第 {step} 步",
  shown: "对齐",
  both: "两者",
  plain: "训练所得",
  aligned: "对齐后",
  legendBoth: "对角线上方为训练所得，下方为对齐后：重排通道使模型靠近第一个模型",
  legendAligned: "对齐后：重排第二个模型的通道，使其靠近第一个模型",
  hint: "两个模型之间的直线上，{metric} 超出两端连线的最大高度",
  hintScore: "两个模型之间的直线上，{metric} 低于两端连线的最大幅度",
  waiting: "已计算 {done} / {all} 条直线",
  chart: "{n} 个模型之间的损失壁垒矩阵",
  lines: "{first} 与 {second} 之间的 {metric}",
  linesTitle: "直线上的值",
  x: "从 {first}（0）到 {second}（1）",
  barrier: "壁垒",
  csvBarriers: "壁垒 CSV",
  csvLines: "直线 CSV",
  pick: "点击单元格查看该对模型的直线。",
  damaged: "该记录没有说明其模型。",
};
