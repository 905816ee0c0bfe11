import type { LanguageWords } from "../words";

export const cardsLayers: LanguageWords["cardsLayers"] = {
  odd: "NaN、±∞",
  oneOf: "第 {first} 至 {last} 步之一",
  nothingLogged: "无记录",
};
