import type { LanguageWords } from "../words";

export const histogramsLayers: LanguageWords["histogramsLayers"] = {
  title: "各层随步数的变化",
  std: "标准差",
  nonfinite: "NaN、±∞ 的占比",
  chart: "{group} 的 {n} 层随步数的变化：{run} 的{statistic}",
  meanScale: "离零越远越按对数",
  zero: "0",
  noRecords: "没有直方图",
  keys: "方向键移动，加 Shift 移动十格；Enter 前往该层的卡片",
};
