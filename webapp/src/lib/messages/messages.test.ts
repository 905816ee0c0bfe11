import { expect, test } from "vitest";
import { en } from "./en";
import { fill } from "./messages";
import type { MessageKey } from "./shell";
import { zh } from "./zh";

test("parameters are filled in, and counted words bent", () => {
  expect(fill("{n} {n|run|runs} in {dir}", { n: 1, dir: "a/b" })).toBe("1 run in a/b");
  expect(fill("{n} {n|run|runs} in {dir}", { n: 2, dir: "a/b" })).toBe("2 runs in a/b");
});

test("a percent sign stays in the line of its number", () => {
  expect(fill("{n} % done", { n: 5 })).toBe("5\u00a0% done");
});

test("a parameter that is missing stays visible", () => {
  expect(fill("{n} of {total}", { n: 1 })).toBe("1 of {total}");
});

const parameters = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

test.each(Object.keys(en) as MessageKey[])("%s takes the same parameters in Chinese", (key) => {
  expect(parameters(zh[key])).toEqual(parameters(en[key]));
});
