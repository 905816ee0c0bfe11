import { expect, it } from "vitest";
import { absentValue } from "./absent";
import { parseQuery } from "./parse";
import { column } from "./testing";

const columns = [
  column("opt", ["sgd", "adam", undefined, null]),
  column("before", ["adam", "sgd", "sgd", "sgd"]),
  column("lr", [0.1, NaN, undefined, 0]),
];

function absent(query: string): string {
  const expression = parseQuery(query, () => true);
  if (expression === null) return "nothing asked";
  const found = absentValue(expression, {
    rows: 4,
    columns,
    columnOf: (name) => columns.find((each) => each.name === name),
  });
  return found === null ? "none" : `${found.column.name} ${String(found.value)}`;
}

it.each([
  ["opt == sdg", "opt sdg"],
  ["opt == 'SGD'", "opt SGD"],
  ["sdg != opt", "opt sdg"],
  ["opt == true", "opt true"],
  ["lr > 0 and not (opt == adam or opt == adma)", "opt adma"],
  ["opt in [adam, adma, sdg]", "opt adma"],
  ["lr == 0.2", "lr 0.2"],
  ["lr == inf", "lr Infinity"],
])("no row has what %s asks for", (query, wanted) => {
  expect(absent(query)).toBe(wanted);
});

it.each([
  ["opt == sgd"],
  ["opt == null"],
  ["lr == nan and lr != 0"],
  ["opt == before"],
  ["opt in [sgd, adam]"],
  ["lr < 7 or opt ~ sdg or sdg"],
  ["1 == 2"],
])("%s asks for what there is, or for no value", (query) => {
  expect(absent(query)).toBe("none");
});
