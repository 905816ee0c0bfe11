import type { LanguageWords } from "../words";

export const cardsHistograms: LanguageWords["cardsHistograms"] = {
  ofAll: "占 {share}",
  values: "数值个数",
  std: "标准差",
};
