import { expect, it } from "vitest";
import { cellOf, harmless } from "./cell";

it.each([
  "=1+1",
  "+cmd",
  "-cmd|' /C calc'!A0",
  "@SUM(A1)",
  "\tx",
  "\r=x",
  '=HYPERLINK("http://x")',
])("%j is no formula in a cell", (text) => {
  expect(harmless(text)).toBe(`'${text}`);
  expect(cellOf(text).replace(/^"/, "")).toMatch(/^'/);
});

it.each(["-1.5", "+3", "-1e-7", ".5", "-.5", "-Infinity", "1-2", "a=b", "train/loss", ""])(
  "%j stays as it is",
  (text) => {
    expect(cellOf(text)).toBe(text);
  },
);

it("numbers are never taken for formulas, and nothing is empty", () => {
  expect([-1.5, -Infinity, NaN, true, null].map((value) => cellOf(value))).toEqual([
    "-1.5",
    "-Infinity",
    "NaN",
    "true",
    "",
  ]);
});

it("quotes stand where the separator, a quote or a new line is", () => {
  expect(cellOf('a,"b"')).toBe('"a,""b"""');
  expect(cellOf("a,b", "\t")).toBe("a,b");
  expect(cellOf("a\tb", "\t")).toBe('"a\tb"');
  expect(cellOf("a\nb")).toBe('"a\nb"');
});
