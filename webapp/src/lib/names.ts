/** Names of runs, made short. */

/**
 * The longest beginning, of whole path parts, that all names share; empty if there is none.
 * At least the last part of each name stays outside of it.
 */
export function commonPrefix(names: readonly string[]): string {
  const [first, ...others] = names;
  if (first === undefined || others.length === 0) return "";
  let end = first.lastIndexOf("/") + 1;
  for (const name of others) {
    while (end > 0 && !name.startsWith(first.slice(0, end))) {
      end = first.lastIndexOf("/", end - 2) + 1;
    }
  }
  return first.slice(0, end);
}
