import type { LanguageWords } from "../words";

export const cardsProfiles: LanguageWords["cardsProfiles"] = {
  marks: "性能分析",
  profile: "第 {step} 步的性能分析：{run}",
  profiles: "第 {step} 步有 {n} 个性能分析",
  profilesOver: "第 {step} 步至第 {last} 步有 {n} 个性能分析",
  item: "第 {step} 步：{run}",
  zoomIn: "放大后可分别查看",
};
