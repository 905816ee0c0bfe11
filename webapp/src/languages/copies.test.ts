/** A word that several parts of the page say stands once, and each text is said somewhere. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { Languages, loaders } from "./languages";

// What the texts of the page ask a browser for.
vi.stubGlobal("location", { hash: "" });
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("addEventListener", () => undefined);
const { english, listed } = await import("./testing");

/** All that may say a text, by its folder. */
const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.(svelte|ts)$/.test(path))
  .filter((path) => !/^languages|^lib\/messages|\/texts[\w-]*\.ts$|\.test\.ts$/.test(path))
  .map((path) => ({
    folder: path.split("/").slice(0, -1).join("/"),
    text: readFileSync(`src/${path}`, "utf8"),
  }));
const everything = sources.map(({ text }) => text).join("\n");

const found = (pattern: RegExp): string[] =>
  [...everything.matchAll(pattern)].map(([, part]) => String(part));

/** How keys begin or end that are put together, as `tab_${name}` is: each of these needs a text of its own. */
const beginnings = ["view.", ...new Set(found(/`([\w.]+[._])\$\{/g))];
const ends = ["Hint", ...new Set(found(/\}(Why|Hint)`/g))];
const isPutTogether = (key: string): boolean => beginnings.some((each) => key.startsWith(each));

it("no text is a copy: several parts say one of lib/messages/common.ts, or of the part around them", async () => {
  const languages = await Promise.all(
    Object.keys(loaders).map(async (id) => (await new Languages(loaders).load(id)).words ?? {}),
  );
  const texts = [english, ...languages].map(
    (words) => new Map(listed(words).map(([part, key, text]) => [`${part}.${key}`, text])),
  );
  // Where a text is: what is one word in English may be two in another language.
  const places = new Map<string, string[]>();
  for (const [part, key] of listed(english)) {
    if (isPutTogether(key)) continue;
    const said = texts.map((each) => each.get(`${part}.${key}`)).join(" / ");
    places.set(said, [...(places.get(said) ?? []), `${part}.${key}`]);
  }
  expect([...places].filter(([, each]) => each.length > 1)).toEqual([]);
});

it("a common word is said in two folders at least", () => {
  const lonely = Object.keys(english.common).filter((key) => {
    const saying = sources.filter(
      ({ text }) => text.includes(`"${key}"`) || text.includes(`'${key}'`),
    );
    return new Set(saying.map(({ folder }) => folder)).size < 2;
  });
  expect(lonely).toEqual([]);
});

it("each text is said", () => {
  const named = new Set(found(/["'`]([\w.-]+)["'`]/g));
  // The families of operations have their names as keys.
  const unsaid = listed(english).filter(
    ([part, key]) =>
      part !== "graphsFamilies" &&
      !named.has(key) &&
      !isPutTogether(key) &&
      !ends.some((each) => key.endsWith(each)),
  );
  expect(unsaid).toEqual([]);
});
