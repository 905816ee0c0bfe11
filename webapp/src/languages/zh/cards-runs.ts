import type { LanguageWords } from "../words";

export const cardsRuns: LanguageWords["cardsRuns"] = {
  loading: "读取中",
  finished: "已完成",
  failed: "失败",
  pruned: "已剪枝",
  killed: "被终止",
  diverged: "已发散",
  damaged: "已损坏",
  gaps: "有缺失",
  hangs: "无响应",
  divergedWhy: "{n} 个标量的最新值为 NaN 或无穷大",
  damagedWhy: "其文件中有 {n} 处损坏",
  hangsWhy: "其驱动器自 {time} 起没有响应",
  quietWhy: "至少 30 秒没有增长，也没有关闭：可能在等待，或已被终止",
  liveWhy: "最近 30 秒内有增长（其他工具的日志：2.5 分钟）",
  endedWhy: "写入器已关闭",
  loadingWhy: "仍在读取",
  finishedWhy: "正常运行到结束",
  failedWhy: "因错误而结束",
  prunedWhy: "表现不如其他试验，被提前停止",
  killedWhy: "被人或系统终止",
};
