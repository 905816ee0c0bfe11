import type { LanguageWords } from "../words";

export const cardsHistograms: LanguageWords["cardsHistograms"] = {
  numbersOfStep: "这一步的数字",
  ofAll: "占 {share}",
  values: "数值个数",
  std: "标准差",
};
