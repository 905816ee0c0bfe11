/** The languages of the page: English, which its parts hold themselves, and each folder beside this file. */

import { Plurals } from "../lib/messages/plurals";
import type { Language, LanguageWords } from "./words";

/** A language that can be shown. */
export interface LanguageShown {
  readonly id: string;
  readonly tag: string;
  readonly plurals: Plurals;
  /** null: those of the page's parts themselves. */
  readonly words: LanguageWords | null;
}

/** How each language is loaded, by its id: the first part of its tag. */
export type Loaders = Readonly<Record<string, () => Promise<Language>>>;

export const english: LanguageShown = {
  id: "en",
  tag: "en",
  plurals: new Plurals("en"),
  words: null,
};

const folders = import.meta.glob<{ language: Language }>("./*/index.ts");

export const loaders: Loaders = Object.fromEntries(
  Object.entries(folders).map(([path, load]) => [
    path.split("/")[1],
    async () => (await load()).language,
  ]),
);

export class Languages {
  readonly ids: readonly string[];
  readonly #loaders: Loaders;

  constructor(loaders: Loaders) {
    this.#loaders = loaders;
    this.ids = [english.id, ...Object.keys(loaders)];
  }

  /** What a language calls itself. */
  nameOf(id: string): string {
    return new Intl.DisplayNames([id], { type: "language" }).of(id) ?? id;
  }

  /** The id of the language that a browser asks for; English where there is none. */
  asked(tag: string): string {
    const [first = ""] = tag.toLowerCase().split("-");
    return this.ids.includes(first) ? first : english.id;
  }

  /** Rejects where its file can't be fetched. */
  async load(id: string): Promise<LanguageShown> {
    const load = this.#loaders[id];
    if (load === undefined) return english;
    const { tag, words } = await load();
    return { id, tag, plurals: new Plurals(tag), words };
  }
}
