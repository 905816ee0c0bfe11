import { expect, test } from "vitest";
import { fill } from "./messages";
import { Plurals } from "./plurals";

const english = new Plurals("en");
const polish = new Plurals("pl");

test("parameters are filled in, and counted words bent", () => {
  expect(fill("{n} {n|run|runs} in {dir}", { n: 1, dir: "a/b" }, english)).toBe("1 run in a/b");
  expect(fill("{n} {n|run|runs} in {dir}", { n: 2, dir: "a/b" }, english)).toBe("2 runs in a/b");
});

test.each([
  [0, "0 plików"],
  [1, "1 plik"],
  [3, "3 pliki"],
  [12, "12 plików"],
  [22, "22 pliki"],
  [1.5, "1.5 pliku"],
])("a word has as many forms as its language: %d", (n, expected) => {
  expect(polish.forms).toEqual(["one", "few", "many", "other"]);
  expect(fill("{n} {n|plik|pliki|plików|pliku}", { n }, polish)).toBe(expected);
});

test("a language without plurals has one form", () => {
  const chinese = new Plurals("zh-CN");
  expect(chinese.forms).toEqual(["other"]);
  expect([1, 2].map((n) => fill("{n} {n|张图}", { n }, chinese))).toEqual(["1 张图", "2 张图"]);
});

test("a number that is written already takes the last form", () => {
  expect(fill("{n} {n|run|runs}", { n: "1.2k" }, english)).toBe("1.2k runs");
});

test("a percent sign stays in the line of its number", () => {
  expect(fill("{n} % done", { n: 5 }, english)).toBe("5\u00a0% done");
});

test("a parameter that is missing stays visible", () => {
  expect(fill("{n} of {total}", { n: 1 }, english)).toBe("1 of {total}");
});
