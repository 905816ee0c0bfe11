import type { LanguageWords } from "../words";

export const cardsScalars: LanguageWords["cardsScalars"] = {
  raw: "原始值",
  beyond: "{n} 次运行超出范围：显示",
  beyondWhy: "部分数值远离多数运行，位于所示范围之外。单击以显示全部数值。",
  whole: "已显示全部数值：只看多数运行",
  wholeWhy: "{n} 次运行远离其他运行。单击以只显示多数运行的范围。",
  squeezed: "{n} 次运行挤压了其他运行",
  squeezedWhy: "其他运行只占不到五分之一的高度。",
  leaveOut: "排除",
  leaveOutWhy: "按其他运行确定高度",
  log: "对数轴",
  moreAbove: "上方还有 {n} 个",
  moreBelow: "下方还有 {n} 个",
  lostRuns: "{n} 次运行：{value}",
  pinned: "已固定，再次点击或按 Enter 解除",
  toConsole: "在控制台中显示",
  toConsoleOf: "在 {name} 的控制台中显示",
  threshold: "阈值 {text}",
  changeThreshold: "阈值 {text}：修改",
  withinThreshold: "在阈值范围内",
};
