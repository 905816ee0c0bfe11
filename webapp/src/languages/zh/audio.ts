import type { LanguageWords } from "../words";

export const audio: LanguageWords["audio"] = {
  settings: "音频设置",
  help: "点击图中任意处，从该处播放。图中按键：空格 播放，← → 移动一秒。F 全屏。",
  count: "{n} 段音频",
  wave: "波形图",
  spectrogram: "频谱图",
  range: "分贝",
  volume: "音量",
  seek: "{tag} 第 {step} 步的播放位置",
  at: "{now} / {all}",
  save: "保存 WAV 文件",
  mono: "单声道",
  stereo: "立体声",
  channels: "{n} 声道",
  bits: "{n} 位",
  clippedWhy: "记录时有 {n} 个值超出 −1 到 1，已被截断",
  nanWhy: "记录时有 {n} 个 NaN，此处为静音",
  tooLong: "音频过长，不绘制图形，但可以播放。",
  empty: "此音频没有采样点。",
  noSeries: "此次运行没有这段音频。",
  failed: "浏览器无法播放：{why}",
};
