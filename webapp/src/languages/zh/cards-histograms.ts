import type { Words } from "../words";

export const cardsHistograms: Words["cardsHistograms"] = {
  step: "步",
  ofAll: "占 {share}",
  others: "非有限值",
  values: "数值个数",
  min: "最小值",
  max: "最大值",
  mean: "均值",
  std: "标准差",
};
