import { expect, test } from "vitest";
import { pyColor, pyNumber, pyNumbers, pyPalette, pyText } from "./python";

test("a text keeps quotes, backslashes, line ends and other scripts", () => {
  expect(pyText(`a"b'c\\d\ne\u2028训练 λ`)).toBe(`"a\\"b'c\\\\d\\ne\\u2028训练 λ"`);
  expect(pyText('"""')).toBe('"\\"\\"\\""');
});

test("numbers keep all digits, and those that are none are named", () => {
  expect(pyNumber(0.1 + 0.2)).toBe("0.30000000000000004");
  expect(pyNumbers([1e-7, NaN, -Infinity])).toBe('[1e-7, float("nan"), float("-inf")]');
});

test("a palette is matplotlib's own, or a list of colors", () => {
  expect(pyPalette("rdbu")).toBe('matplotlib.colormaps["RdBu_r"]');
  expect(pyPalette("greys")).toMatch(/^ListedColormap\(\["#1c1f24", .*"#f4f5f7"\]\)$/);
});

test("colors are what matplotlib reads", () => {
  expect(pyColor("rgb(1, 2, 255)")).toBe('"#0102ff"');
  expect(pyColor("#abcdef")).toBe('"#abcdef"');
});
