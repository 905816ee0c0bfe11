/** What holds for every language of the page, and that one more is a folder. */

import { beforeAll, describe, expect, it, test, vi } from "vitest";
import { Plurals } from "../lib/messages/plurals";
import { Languages, loaders } from "./languages";
import type { Language, LanguageWords } from "./words";

// What the texts of the page ask a browser for.
vi.stubGlobal("location", { hash: "" });
vi.stubGlobal("navigator", { language: "eo-XX" });
vi.stubGlobal("addEventListener", () => undefined);
const { english, listed } = await import("./testing");
const { I18n, textsIn } = await import("../state/i18n.svelte");

const parameters = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => String(name)))].sort();

const pluralsIn = (text: string): (readonly string[])[] =>
  [...text.matchAll(/\{\w+\|([^}]*)\}/g)].map(([, forms]) => String(forms).split("|"));

const englishTexts = new Map(listed(english).map(([part, key, text]) => [`${part}.${key}`, text]));

describe.each(["en", ...Object.keys(loaders)])("%s", (id) => {
  let texts: ReturnType<typeof listed> = [];
  let plurals = new Plurals("en");

  beforeAll(async () => {
    const { tag, words } = await new Languages(loaders).load(id);
    texts = listed(words ?? english);
    plurals = new Plurals(tag);
  });

  it("has the texts of English, and no other ones", () => {
    const names = texts.map(([part, key]) => `${part}.${key}`);
    expect(names.sort()).toEqual([...englishTexts.keys()].sort());
    expect(names.length).toBeGreaterThan(2000);
  });

  it("has no parameter that English lacks", () => {
    const strange = texts.flatMap(([part, key, text]) => {
      const known = parameters(englishTexts.get(`${part}.${key}`) ?? "");
      return parameters(text)
        .filter((name) => !known.includes(name))
        .map((name) => `${part}.${key}: ${name}`);
    });
    expect(strange).toEqual([]);
  });

  it("has as many forms of a counted word as its plural has", () => {
    const wrong = texts.filter(([, , text]) =>
      pluralsIn(text).some((forms) => forms.length !== plurals.forms.length),
    );
    expect(wrong).toEqual([]);
  });
});

/** English, each text in brackets and with accents: what a third language would bring. */
const pseudo = {
  tag: "eo",
  words: Object.fromEntries(
    Object.entries(english).map(([part, texts]) => [
      part,
      Object.fromEntries(
        Object.entries(texts as Readonly<Record<string, string>>).map(([key, text]) => [
          key,
          `[${text.replace(/(?<![{|\w])[aeiou](?!\w*[}|])/g, "ö")}]`,
        ]),
      ),
    ]),
  ),
} as unknown as Language;

const count = (define: ReturnType<typeof textsIn>, n: number): string =>
  define("histograms", english.histograms)("countedCharts", { n });

describe("a third language", () => {
  const load = vi.fn(() => Promise.resolve(pseudo));
  const languages = new Languages({ ...loaders, eo: load });

  it("is offered by its own name, and is the one of its browsers", () => {
    expect(languages.ids).toEqual(["en", "zh", "eo"]);
    expect(languages.ids.map((id) => languages.nameOf(id))).toEqual([
      "English",
      "中文",
      "Esperanto",
    ]);
    expect(["eo", "eo-XX", "zh-TW", "en-GB", "fr"].map((tag) => languages.asked(tag))).toEqual([
      "eo",
      "eo",
      "zh",
      "en",
      "en",
    ]);
  });

  it("is loaded when it is asked for, and is what all texts are in from then on", async () => {
    const i18n = new I18n(languages);
    const t = textsIn(i18n);
    expect(load).not.toHaveBeenCalled();
    await i18n.load();
    expect([i18n.language, i18n.shown.tag, count(t, 2)]).toEqual(["eo", "eo", "[2 charts]"]);
    i18n.choice = "en";
    await vi.waitFor(() => expect(count(t, 1)).toBe("1 chart"));
    i18n.choice = "zh";
    await vi.waitFor(() => expect(count(t, 1)).toBe("1 张图"));
    i18n.choice = "auto";
  });

  it("is what the server was set to offer, where the user has chosen none", async () => {
    const i18n = new I18n(languages);
    i18n.offered = "zh";
    await i18n.load();
    expect(i18n.language).toBe("zh");
    i18n.offered = "xx";
    await vi.waitFor(() => expect(i18n.language).toBe("eo"));
  });
});

test("a page whose language can't be fetched is in English, and asks again", async () => {
  vi.useFakeTimers();
  const load = vi.fn(() => Promise.resolve(pseudo)).mockRejectedValueOnce(new TypeError("offline"));
  const i18n = new I18n(new Languages({ eo: load }));
  await i18n.load();
  expect([i18n.language, count(textsIn(i18n), 2)]).toEqual(["en", "2 charts"]);
  await vi.advanceTimersByTimeAsync(6000);
  expect([i18n.language, count(textsIn(i18n), 2)]).toEqual(["eo", "[2 charts]"]);
});

test("what a language or a call lacks does not compile", () => {
  const define = textsIn(new I18n(new Languages({})));
  const charts = define("histograms", english.histograms);
  // @ts-expect-error -- `n` is missing
  expect(charts("countedCharts")).toBe("{n} {n|chart|charts}");
  // @ts-expect-error -- another parameter is missing
  expect(charts("shown", { n: 1 })).toBe("1 of {of} steps");
  // @ts-expect-error -- no such text
  charts("chartz");
  // @ts-expect-error -- no such part
  define("histogramz", english.histograms);
  // @ts-expect-error -- texts are missing
  const lacking: LanguageWords["videos"] = {};
  // @ts-expect-error -- the parameter of the text is missing
  const unfilled: LanguageWords["common"]["countedCharts"] = "charts";
  const filled: LanguageWords["common"]["countedCharts"] = "{n} charts";
  expect([lacking, unfilled, filled]).toHaveLength(3);
});
