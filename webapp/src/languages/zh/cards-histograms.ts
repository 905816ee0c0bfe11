import type { Words } from "../words";

export const cardsHistograms: Words["cardsHistograms"] = {
  ofAll: "占 {share}",
  values: "数值个数",
  std: "标准差",
};
