/** The texts of layers by steps. */

import { defineTexts } from "../../../state/i18n.svelte";

export const t = defineTexts({
  en: {
    title: "Layers by steps",
    statistic: "Color",
    mean: "Mean",
    std: "Standard deviation",
    nonfinite: "Share of NaN, ±∞",
    run: "Run",
    chart: "{n} layers of {group} by steps: {statistic} in {run}",
    meanScale: "logarithmic away from zero",
    logScale: "logarithmic",
    odd: "NaN, ±∞",
    zero: "0",
    noRecords: "No histograms",
    loading: "Loading…",
    oneOf: "of steps {first} to {last}",
    step: "Step",
    none: "nothing logged",
    keys: "Arrow keys move, Shift by ten; Enter leads to the layer's card",
  },
  zh: {
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
    loading: "加载中…",
    oneOf: "第 {first} 至 {last} 步之一",
    step: "步",
    none: "无记录",
    keys: "方向键移动，加 Shift 移动十格；Enter 前往该层的卡片",
  },
});
