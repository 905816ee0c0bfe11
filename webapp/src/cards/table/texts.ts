/** The texts of tables, and of queries that filter them. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  query: "Filter by a query",
  queryHint: 'Filter: lr < 1e-3 and opt == "adam"',
  queryHelp:
    'Compare columns with numbers and texts: lr < 1e-3, 1e-4 < lr < 1e-2, opt == "adam", opt in ["adam", "sgd"], name ~ base, name ~ /^run-\\d+$/, min(loss/test) < 0.1, lr is missing. Join them with and, or, not. A word alone is searched in the whole row.',
  tooLong: "The query is too long.",
  tooDeep: "Too many parentheses within each other.",
  openString: "This text has no end: {got} is missing.",
  openName: "This name has no end: ` is missing.",
  openRegex: "This pattern has no end: / is missing.",
  strange: "{got} means nothing here.",
  wantsOperand: "A column, a number or a text is expected here.",
  wantsOperator: "An operator is expected here: <, ==, in, ~ or is missing.",
  wantsClose: "{got} is expected here.",
  wantsList: "A list is expected here, such as [1, 2].",
  wantsPattern: "A text or a /pattern/ is expected here.",
  wantsMissing: "missing is expected here.",
  wantsEnd: "and, or, or the end is expected here.",
  unknownColumn: "There is no column {got}.",
  meant: "Is {name} meant?",
  absentValue: "No row has {name} {value}",
  badRegex: "This pattern is invalid: {got}",
  noRows: "Nothing is found.",
  slowRegex: "This pattern could take too long.",
  columnMenu: "Column {name}",
  resize: "Width of {name}",
  selectGroup: "Select the {n} {n|run|runs} of {name}",
  values: "{n} values",
  meanOf: "Mean of {n} of {all}",
  searchColumns: "Search columns",
  noColumnFound: "No column is called so.",
  usualColumns: "Usual",
  moreMetrics: "Add a metric",
  addMetric: "Add {name}",
} as const;

export const t = defineTexts("cardsTable", en);
