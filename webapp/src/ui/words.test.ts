import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const components = import.meta.glob<string>("../**/*.svelte", {
  query: "?raw",
  import: "default",
  eager: true,
});
const words = readFileSync(new URL("words.css", import.meta.url), "utf8");
const names = [...words.matchAll(/^\.([\w-]+) \{/gm)].map(([, name]) => name ?? "");
const styleAt = (text: string) =>
  text.includes("<style>") ? text.indexOf("<style>") : text.length;

test("the words are read", () => {
  expect(names).toContain("row");
});

test("no component has a class of its own that is called like a word", () => {
  const taken = Object.entries(components).flatMap(([path, text]) => {
    const style = text.slice(styleAt(text)).replaceAll(/:global\([^)]*\)/g, "");
    return names
      .filter((name) => new RegExp(`\\.${name}(?![\\w-])`).test(style))
      .map((name) => [path, name]);
  });
  expect(taken).toEqual([]);
});

test("each word is used by several components", () => {
  const markup = Object.values(components).map((text) => text.slice(0, styleAt(text)));
  const rare = names.filter(
    (name) => markup.filter((text) => new RegExp(`["\` ]${name}["\` ]`).test(text)).length < 3,
  );
  expect(rare).toEqual([]);
});
