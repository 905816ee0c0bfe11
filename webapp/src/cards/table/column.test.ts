import { expect, test } from "vitest";
import { beginsGroup, groupsOf, tableCsv, tableTsv, type TableColumn } from "./column";

interface Each {
  readonly name: string;
  readonly self: number;
}
const rows: readonly Each[] = [
  { name: "=1+1", self: NaN },
  { name: "a, b", self: 1_234_567_890 },
];
const columns: readonly TableColumn<Each>[] = [
  { key: "name", title: "Name", value: ({ name }) => name },
  { key: "self", title: "Self ns", value: ({ self }) => self, text: () => "short" },
];

test("a file has the rows in their order, with numbers in full", () => {
  expect(tableCsv(columns, rows)).toBe('Name,Self ns\r\n\'=1+1,NaN\r\n"a, b",1234567890\r\n');
});

test("rows of a tree have their level", () => {
  expect(tableCsv(columns, rows.slice(1), () => 2)).toBe(
    'level,Name,Self ns\r\n2,"a, b",1234567890\r\n',
  );
});

test("the clipboard takes the same with tabs, and what is shown where there is no value", () => {
  const shown = [{ key: "self", title: "Self", text: ({ self }: Each) => `${self} ns` }];
  expect(tableTsv(shown, rows.slice(1))).toBe("Self\r\n1234567890 ns\r\n");
});

test("neighbors of one group stand under one heading", () => {
  expect(groupsOf([{}, { group: "a" }, { group: "a" }, { group: "b" }])).toEqual([
    { name: "", count: 1 },
    { name: "a", count: 2 },
    { name: "b", count: 1 },
  ]);
});

test("a group begins where its neighbor on the left is of another one", () => {
  const columns = [{}, { group: "a" }, { group: "a" }, { group: "b" }, {}];
  expect(columns.map((_, i) => beginsGroup(columns, i))).toEqual([false, true, false, true, false]);
});
