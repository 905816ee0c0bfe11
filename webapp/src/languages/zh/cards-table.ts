import type { LanguageWords } from "../words";

export const cardsTable: LanguageWords["cardsTable"] = {
  query: "用查询筛选",
  queryHint: '筛选：lr < 1e-3 and opt == "adam"',
  queryHelp:
    '将列与数字或文本比较：lr < 1e-3、1e-4 < lr < 1e-2、opt == "adam"、opt in ["adam", "sgd"]、name ~ base、name ~ /^run-\\d+$/、min(loss/test) < 0.1、lr is missing。用 and、or、not 连接。单独一个词会在整行中搜索。',
  tooLong: "查询太长。",
  tooDeep: "括号嵌套太深。",
  openString: "文本没有结束：缺少 {got}。",
  openName: "名称没有结束：缺少 `。",
  openRegex: "模式没有结束：缺少 /。",
  strange: "{got} 在此没有意义。",
  wantsOperand: "此处需要列、数字或文本。",
  wantsOperator: "此处需要运算符：<、==、in、~ 或 is missing。",
  wantsClose: "此处需要 {got}。",
  wantsList: "此处需要列表，例如 [1, 2]。",
  wantsPattern: "此处需要文本或 /模式/。",
  wantsMissing: "此处需要 missing。",
  wantsEnd: "此处需要 and、or 或结束。",
  unknownColumn: "没有列 {got}。",
  meant: "是否指 {name}？",
  absentValue: "没有任何行的 {name} 为 {value}",
  badRegex: "模式无效：{got}",
  noRows: "没有找到。",
  slowRegex: "此模式可能耗时过长。",
};
