import type { LanguageWords } from "../words";

export const cardsDirection: LanguageWords["cardsDirection"] = {
  ask: "越小越好还是越大越好？",
  askHint: "运行和名称都没有说明。未知之前，没有最佳运行。",
  less: "越小",
  more: "越大",
  minimize: "越小越好",
  maximize: "越大越好",
  "from.link": "{direction}：由本页地址指定。",
  "from.declared": "{direction}：由运行声明。",
  "from.answered": "{direction}：在此处回答过。",
  "from.name": "{direction}：根据名称推测。",
};
