/** Choices that are no other than what is there without them. */

/**
 * A list as it was chosen; null if it is the usual one: then there is nothing to remember, and nothing
 * for a link to carry.
 */
export function unlessUsual<T>(chosen: readonly T[], usual: readonly T[]): readonly T[] | null {
  const isUsual = chosen.length === usual.length && chosen.every((each, i) => each === usual[i]);
  return isUsual ? null : chosen;
}
