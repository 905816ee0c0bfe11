/** One word for one thing, and the marks of Chinese, in all texts of the page. */

import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["./zh.ts", "../../**/texts*.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

function found(pattern: RegExp): string[] {
  return Object.entries(sources).flatMap(([file, text]) =>
    text.split("\n").flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );
}

it("all texts are looked at", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(40);
});

it("runs and trials have one measure word", () => {
  expect(found(/个(运行|试验)/)).toEqual([]);
});

it("a colon or comma behind a Chinese word has full width", () => {
  expect(found(/[\u4e00-\u9fff][:,](?!\s?\d)/)).toEqual([]);
});
