import type { LanguageWords } from "../words";

export const videos: LanguageWords["videos"] = {
  settings: "视频设置",
  help: "画面下方滑条上的按键：空格 播放，← → 移动一帧。F 全屏。",
  count: "{n} 段视频",
  speed: "速度",
  video: "{tag} 第 {step} 步的视频",
  place: "{tag} 的播放位置",
  at: "{now} / {all} 秒",
  save: "保存文件",
  frames: "{n} 帧",
  clippedWhy: "记录时有 {n} 个值超出范围，已被截断",
  nanWhy: "记录时有 {n} 个 NaN，此处为黑色",
  notDrawn: "无法绘制这一帧：{why}",
  noSeries: "此次运行没有这段视频。",
};
