import type { LanguageWords } from "../words";

export const cardsLogbook: LanguageWords["cardsLogbook"] = {
  by: "{author} 的条目",
  nobody: "未署名",
  noTime: "无时间",
  runsOf: "相关的运行",
  isGone: "{name} 不存在（或已不存在）",
  removeRun: "移除 {name}",
  command: "命令",
  older: "显示更早的条目",
  leftOut: "此条目另有 {n} 字节仅在文件中。",
};
