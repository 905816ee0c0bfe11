/** One word for one thing, and the marks of Chinese, in all texts of the page. */

import { expect, it } from "vitest";
import { language } from ".";

const texts = Object.entries(language.words).flatMap(([part, words]) =>
  Object.entries(words).map(([key, text]) => ({ place: `${part}.${key}`, text: String(text) })),
);

function found(pattern: RegExp): string[] {
  return texts.flatMap(({ place, text }) => (pattern.test(text) ? [`${place}: ${text}`] : []));
}

it("all texts are looked at", () => {
  expect(texts.length).toBeGreaterThan(2000);
});

it("runs and trials have one measure word", () => {
  expect(found(/个(运行|试验)/)).toEqual([]);
});

it("a colon or comma behind a Chinese word has full width", () => {
  expect(found(/[\u4e00-\u9fff][:,](?!\s?\d)/)).toEqual([]);
});
