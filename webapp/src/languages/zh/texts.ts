import type { LanguageWords } from "../words";

export const texts: LanguageWords["texts"] = {
  settings: "文本设置",
  help: "卡片中的按键：F 全屏。全屏时 Page Up、Page Down 切换卡片。",
  count: "{n} 个文本",
  plain: "纯文本",
  content: "{tag} 第 {step} 步的文本",
  copy: "复制文本",
  save: "保存文本",
  atStep: "训练的第 {step} 步",
  size: "{n} 个字符，{lines} 行",
  tooLong: "文本过长，不按 Markdown 显示",
  noSeries: "此次运行没有这个文本。",
  empty: "文本为空。",
  find: "在文本中查找",
  findHint: "在所有步的文本中查找",
  hits: "{all} 个文本中有 {n} 个包含这些字",
  more: "文本太多，未能全部查找。",
  none: "{all} 个文本中都没有这些字。",
  searching: "正在查找",
  failed: "查找失败：{why}",
  times: "{n} 次",
};
