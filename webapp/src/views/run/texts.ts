/** The texts of the page of one run. */

import { defineTexts } from "../../state/i18n.svelte";

export const t = defineTexts({
  en: {
    title: "Run {name}",
    none: "No run was chosen",
    noneHow: "A click on the name of a run leads to its page.",
    gone: "This run is not there (any more)",
    goneHow: "No run of these logs has the id {id}. Its folder may have been moved or deleted.",
    toAll: "All runs",
    folder: "Folder",
    started: "Started",
    updated: "Last update",
    state: "State",
    records: "Records",
    files: "Files",
    unknown: "not read yet",
  },
  zh: {
    title: "运行 {name}",
    none: "尚未选择运行",
    noneHow: "点击运行的名称即可打开其页面。",
    gone: "此运行不存在（或已不存在）",
    goneHow: "日志中没有 id 为 {id} 的运行。其文件夹可能已被移动或删除。",
    toAll: "所有运行",
    folder: "文件夹",
    started: "开始于",
    updated: "最近更新",
    state: "状态",
    records: "记录",
    files: "文件",
    unknown: "尚未读取",
  },
});
