/** The texts of what is told of runs. */

import { defineTexts } from "../../state/i18n.svelte";

export const t = defineTexts({
  en: {
    live: "live",
    ended: "ended",
    quiet: "quiet",
    loading: "reading",
    diverged: "diverged",
    damaged: "damaged",
    gaps: "gap",
    hangs: "no answer",
    stalled: "stopped",
    divergedWhy: "The newest value of {n} {n|scalar|scalars} is NaN or infinite",
    damagedWhy: "{n} damaged {n|place|places} in its files",
    gapsWhy: "{n} {n|record|records} could not be written",
    hangsWhy: "Its drive does not answer since {time}",
    stalledWhy:
      "It has not grown for 30 seconds or more, and was not closed: it waits, or was killed",
    liveWhy: "It grew within the last 30 seconds; logs of other tools: 2.5 minutes",
    endedWhy: "Its writers have closed",
    loadingWhy: "It is still being read",
  },
  zh: {
    live: "进行中",
    ended: "已结束",
    quiet: "无更新",
    loading: "读取中",
    diverged: "已发散",
    damaged: "已损坏",
    gaps: "有缺失",
    hangs: "无响应",
    stalled: "已停止",
    divergedWhy: "{n} 个标量的最新值为 NaN 或无穷大",
    damagedWhy: "其文件中有 {n} 处损坏",
    gapsWhy: "{n} 条记录未能写入",
    hangsWhy: "其驱动器自 {time} 起没有响应",
    stalledWhy: "至少 30 秒没有增长，也没有关闭：可能在等待，或已被终止",
    liveWhy: "最近 30 秒内有增长（其他工具的日志：2.5 分钟）",
    endedWhy: "写入器已关闭",
    loadingWhy: "仍在读取",
  },
});
