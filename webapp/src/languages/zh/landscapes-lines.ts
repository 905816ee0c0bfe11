import type { LanguageWords } from "../words";

export const landscapesLines: LanguageWords["landscapesLines"] = {
  without: "无 {metrics}",
  above: "曲线在上方继续：极端值已略去",
  tag: "直线",
  together: "所有直线",
  band: "重复显示为带",
  bandHint: "一次运行中仅随机种子不同的三条及以上直线：显示中位数以及最小值到最大值的范围",
  chart: "{tag}，{n} 条直线：{metrics}",
  x: "沿方向",
  towards: "从 {from} 到 {to}",
  repeats: "{n} 次重复",
  nothing: "选中的运行都没有一维地形。",
  table: "各直线的数值",
  whole: "整条直线",
  csv: "各直线 CSV",
  minimumX: "位置 x",
  barrier: "势垒",
  barrierHint: "两端之间的损失高出两端连线的最大值（Entezari 等，2022）",
  width: "+{height} 处宽度",
  widthHint:
    "此处周围损失最多高出 {height} 的区域宽度。{height} 是 1、0.5、0.2、0.1 …… 中使所有谷地都不触及直线端点的最大值。越宽越平坦",
  largest: "λ max",
  largestHint: "此处海森矩阵的最大特征值：越小越平坦",
  sharpnessHint: "半径内的最大损失减去中心损失",
  roughHint: "由直线上很少的点读出：仅为大致数值",
  openHint: "触及直线端点：实际至少这么宽",
};
