import type { LanguageWords } from "../words";

export const landscapesThrough: LanguageWords["landscapesThrough"] = {
  title: "海森矩阵特征值随{unit}的变化",
  chart: "{name} 在 {n} 个快照处的谱密度，按{unit}",
  top: "最大特征值",
  edge: "2 / 学习率",
  critical: "临界锐度",
  above: "自 {value} 起，在图之上",
  trace: "迹",
  hint: "颜色越深，特征值越多（按密度的对数）。",
  thinned: "绘制了 {count} 个快照中的 {n} 个。",
  showCritical: "临界锐度",
  csv: "数值 CSV",
  nothing: "选中的运行都没有快照的曲率。",
};
