/** The mode's texts. */

import { defineTexts } from "../../../state/i18n.svelte";

export const t = defineTexts({
  en: {
    title: "Eigenvalues of the Hessian by {unit}",
    chart: "Spectral density of {name} at {n} {n|snapshot|snapshots}, by {unit}",
    unitStep: "step",
    unitEpoch: "epoch",
    eigenvalue: "eigenvalue",
    top: "largest eigenvalue",
    edge: "2 / learning rate",
    critical: "critical sharpness",
    above: "from {value} on, above the picture",
    trace: "trace",
    loss: "loss",
    hint: "The darker, the more eigenvalues: by the logarithm of their density.",
    thinned: "{n} of {count} snapshots are drawn.",
    showEdge: "2 / learning rate",
    showCritical: "Critical sharpness",
    csv: "CSV of the numbers",
    nothing: "No selected run has the curvature of its snapshots.",
  },
  zh: {
    title: "海森矩阵特征值随{unit}的变化",
    chart: "{name} 在 {n} 个快照处的谱密度，按{unit}",
    unitStep: "步",
    unitEpoch: "轮",
    eigenvalue: "特征值",
    top: "最大特征值",
    edge: "2 / 学习率",
    critical: "临界锐度",
    above: "自 {value} 起，在图之上",
    trace: "迹",
    loss: "损失",
    hint: "颜色越深，特征值越多（按密度的对数）。",
    thinned: "绘制了 {count} 个快照中的 {n} 个。",
    showEdge: "2 / 学习率",
    showCritical: "临界锐度",
    csv: "数值 CSV",
    nothing: "选中的运行都没有快照的曲率。",
  },
});
