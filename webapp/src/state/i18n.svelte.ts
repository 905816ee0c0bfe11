/** The language, and the texts in it. */

import type { English } from "../languages/english";
import { english, Languages, loaders, type LanguageShown } from "../languages/languages";
import { choice } from "../lib/codec";
import { en as common } from "../lib/messages/common";
import { fill, type Given, type NamedParams, type Params } from "../lib/messages/messages";
import { en } from "../lib/messages/shell";
import { defineSettings, setting } from "./settings.svelte";

/** What is chosen: the id of a language, or the browser's. */
const BROWSER = "auto";

/** Until words that could not be fetched are asked for again. */
const RETRY_SECONDS = 5;

export class I18n {
  readonly #languages: Languages;
  readonly #settings;
  #shown = $state.raw(english);
  #offered: string | null = null;

  constructor(languages: Languages) {
    this.#languages = languages;
    this.#settings = defineSettings(null, {
      language: setting(BROWSER, choice<string>(BROWSER, ...languages.ids), { link: false }),
    });
  }

  /** The language that is shown: one that is wanted, but not there yet, is not. */
  get shown(): LanguageShown {
    return this.#shown;
  }

  get language(): string {
    return this.#shown.id;
  }

  /** Each language by its own name; the browser's has none. */
  get choices(): readonly { readonly value: string; readonly name: string | null }[] {
    const named = this.#languages.ids.map((id) => ({
      value: id,
      name: this.#languages.nameOf(id),
    }));
    return [{ value: BROWSER, name: null }, ...named];
  }

  get choice(): string {
    return this.#settings.language;
  }

  set choice(value: string) {
    this.#settings.language = value;
    void this.load();
  }

  /** Whatever the server or the browser says. */
  get isChosen(): boolean {
    return this.choice !== BROWSER;
  }

  /** The language that the server was started with, in place of the browser's; null: none. */
  set offered(id: string | null) {
    this.#offered = id;
    void this.load();
  }

  get #wanted(): string {
    if (this.isChosen) return this.choice;
    const offered = this.#languages.ids.find((id) => id === this.#offered);
    return offered ?? this.#languages.asked(navigator.language);
  }

  /**
   * Shows the language that is wanted.
   * @returns when it is shown, or can't be had: then the page stays in the one before, and asks again.
   */
  async load(): Promise<void> {
    const id = this.#wanted;
    try {
      const loaded = await this.#languages.load(id);
      if (id === this.#wanted) this.#shown = loaded;
    } catch {
      // The server is away, and may come back.
      setTimeout(() => {
        if (id === this.#wanted) void this.load();
      }, RETRY_SECONDS * 1000);
    }
  }
}

type Part = keyof English;

/** The keys of several parts. */
type KeyOf<P extends Part> = P extends Part ? keyof English[P] & string : never;

/** A text as a part of the page finds it: its own, else one of the part around it, else a common one. */
type TextOf<P extends Part, O extends Part, K> = K extends keyof English[P]
  ? English[P][K]
  : K extends KeyOf<O>
    ? { [Q in O]: K extends keyof English[Q] ? English[Q][K] : never }[O]
    : K extends KeyOf<"common">
      ? English["common"][K]
      : never;

type KnownKey<P extends Part, O extends Part> = KeyOf<P> | KeyOf<O> | KeyOf<"common">;

/** The keys of texts without parameters. */
export type PlainKey<P extends Part, O extends Part = never> = {
  [K in KnownKey<P, O>]: [NamedParams<TextOf<P, O, K>>] extends [never] ? K : never;
}[KnownKey<P, O>];

/** Gives the text of a key. What it has to be given are the parameters of the English one. */
export interface Texts<P extends Part, O extends Part = never> {
  <K extends KnownKey<P, O>>(key: K, ...given: Given<TextOf<P, O, K>>): string;
  /** Never there: for the types of those who are given a `t`. */
  readonly plainKey?: PlainKey<P, O>;
}

type Plain = Readonly<Record<string, string>>;

/** @returns `defineTexts` of a page with its own language. */
export function textsIn(i18n: I18n) {
  return <P extends Part, O extends Part = never>(
    part: P,
    own: English[P],
    around?: Pick<English, O>,
  ): Texts<P, O> => {
    const homes: readonly (readonly [Part, Plain])[] = [
      [part, own],
      ...Object.entries<Plain>(around ?? {}).map(([name, texts]) => [name as Part, texts] as const),
      ["common", common],
    ];
    return (key, params: Params = {}) => {
      const { words, plurals } = i18n.shown;
      const [home, english] = homes.find(([, texts]) => Object.hasOwn(texts, key)) ?? [part, own];
      const texts: Plain = words?.[home] ?? english;
      return fill(texts[key] ?? "", params, plurals);
    };
  };
}

export const i18n = new I18n(new Languages(loaders));

/**
 * Texts of one part of the page. Reactive: what uses them changes with the language.
 * @param own - its English ones, which other languages are held to.
 * @param around - those of the part that it belongs to, which it may use, too.
 * @returns `t(key, params)`; see `fill` for what a text may hold.
 */
export const defineTexts = textsIn(i18n);

/** A text of the shell, such as the name of a view. */
export type MessageKey = PlainKey<"shell">;

/** The shell's texts, and those that all views share. */
export const t = defineTexts("shell", en);
