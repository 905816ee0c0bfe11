/** The language, and the texts in it. */

import { choice } from "../lib/codec";
import { shellMessages } from "../lib/messages/shell";
import { fill } from "../lib/messages/messages";
import type { Language, Messages, Params } from "../lib/messages/messages";
import { defineSettings, setting } from "./settings.svelte";

export type LanguageChoice = Language | "auto";

const settings = defineSettings(null, {
  language: setting<LanguageChoice>("auto", choice("auto", "en", "zh"), { link: false }),
});

class I18n {
  /** The language that the server was told; null: the browser's. */
  offered = $state<Language | null>(null);

  readonly language: Language = $derived.by(() => {
    if (settings.language !== "auto") return settings.language;
    return this.offered ?? (navigator.language.startsWith("zh") ? "zh" : "en");
  });

  /** Each language by its own name; the browser's has none. */
  readonly choices: readonly { readonly value: LanguageChoice; readonly name: string | null }[] = [
    { value: "auto", name: null },
    { value: "en", name: "English" },
    { value: "zh", name: "中文" },
  ];

  get choice(): LanguageChoice {
    return settings.language;
  }

  set choice(value: LanguageChoice) {
    settings.language = value;
  }
}

export const i18n = new I18n();

/**
 * Texts of one part of the page. Reactive: what uses them changes with the language.
 * @returns `t(key, params)`; see `fill` for what a text may hold.
 */
export function defineTexts<K extends string>(
  messages: Messages<K>,
): (key: K, params?: Params) => string {
  return (key, params = {}) => fill(messages[i18n.language][key], params);
}

/** The shell's texts, and those that all views share. */
export const t = defineTexts(shellMessages);
