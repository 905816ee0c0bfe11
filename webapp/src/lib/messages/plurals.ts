/** The forms of a word that a language has for numbers of things. */

/** In the order in which a text writes them: a language has some of these, the last one always. */
const categories: readonly Intl.LDMLPluralRule[] = ["zero", "one", "two", "few", "many", "other"];

export class Plurals {
  /** Those of the language: English has `one` and `other`, Polish `one`, `few`, `many` and `other`. */
  readonly forms: readonly Intl.LDMLPluralRule[];
  readonly #rules: Intl.PluralRules;

  /** @param tag - of the language (BCP 47). */
  constructor(tag: string) {
    this.#rules = new Intl.PluralRules(tag);
    const { pluralCategories } = this.#rules.resolvedOptions();
    this.forms = categories.filter((each) => pluralCategories.includes(each));
  }

  /**
   * The form that goes with a number; with what is written as a text, the last one.
   * @param words - one for each of `forms`; where there are fewer, the last one takes the place of the others.
   */
  choose(value: string | number, words: readonly string[]): string {
    const form = typeof value === "number" ? this.#rules.select(value) : "other";
    return words[this.forms.indexOf(form)] ?? words.at(-1) ?? "";
  }
}
