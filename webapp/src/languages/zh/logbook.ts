import type { LanguageWords } from "../words";

export const logbook: LanguageWords["logbook"] = {
  title: "得出的结论",
  empty: "实验日志中还没有条目",
  emptyHow:
    "您从运行中得出的结论可以写在这里，并注明作者和时间：它与运行保存在一起，所有人都能看到。程序也可以写入：",
  howCommand: "在终端中撰写条目",
  howEdit: "使用 --allow-edit 启动 vdlite，即可在此撰写。",
  unreadable: "未读取：{why}",
  failed: "无法读取实验日志",
  write: "撰写",
  mode: "条目",
  text: "新条目",
  textHint: "您得出了什么结论？支持 Markdown；指向本页面视图的链接会变成实时卡片。",
  author: "您的名字",
  aboutNone: "关于所有运行",
  publish: "写入实验日志",
  forever: "条目写入后保持不变：实验日志中的内容不会被修改或删除。",
  tooLong: "条目最多 64 KiB",
  cards: "此条目指向的内容",
  openView: "在{view}中打开",
  moreCards: "以及另外 {n} 张卡片",
  moreLinks: "另有 {n} 个链接",
  noData: "已没有可显示的内容。",
};
