import type { Words } from "../words";

export const histogramsLayers: Words["histogramsLayers"] = {
  title: "各层随步数的变化",
  statistic: "颜色",
  mean: "均值",
  std: "标准差",
  nonfinite: "NaN、±∞ 的占比",
  run: "运行",
  chart: "{group} 的 {n} 层随步数的变化：{run} 的{statistic}",
  meanScale: "离零越远越按对数",
  logScale: "对数",
  odd: "NaN、±∞",
  zero: "0",
  noRecords: "没有直方图",
  loading: "正在加载…",
  oneOf: "第 {first} 至 {last} 步之一",
  step: "步",
  none: "无记录",
  keys: "方向键移动，加 Shift 移动十格；Enter 前往该层的卡片",
};
