/** What records say in words of their own, in the page's language. */

import { keyOf, type Where } from "./field-values";
import { t } from "./texts";

/** Another word than those of our own records stays as it is; so does null: not known. */
export function inWords(where: Where, value: string): string;
export function inWords(where: Where, value: string | null): string | null;
export function inWords(where: Where, value: string | null): string | null {
  const key = value === null ? null : keyOf(where, value);
  return key === null ? value : t(key);
}

/** Several of them, as a list; empty if there is none. */
export function listInWords(where: Where, values: readonly string[]): string {
  return values.map((value) => inWords(where, value)).join(t("comma"));
}
