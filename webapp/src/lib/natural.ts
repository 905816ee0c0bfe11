/** The one order of words: `layers.2` before `layers.10`. */

const collator = new Intl.Collator("en", { numeric: true });

/** For `sort`; where two words differ in case only, they still differ. */
export function compareWords(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}
