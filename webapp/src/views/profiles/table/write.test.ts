import { expect, test } from "vitest";
import { tableCsv } from "./write";

const columns = [
  { key: "name", title: "Name", values: ["a, b", "=1+1"] },
  { key: "self", title: "Self ns", values: Float64Array.of(1_234_567_890, NaN) },
];

test("a file has the rows in their order, with numbers in full", () => {
  expect(tableCsv(columns, [1, 0])).toBe('Name,Self ns\r\n\'=1+1,NaN\r\n"a, b",1234567890\r\n');
});

test("rows of a tree tell their level", () => {
  expect(tableCsv(columns, [0], () => 2)).toBe('level,Name,Self ns\r\n2,"a, b",1234567890\r\n');
});
