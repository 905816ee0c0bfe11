/** Tags in groups: `train/loss` belongs to `train`. */

import { shownTag } from "./shown-tag";

export interface Group<T> {
  /** Empty for names without a `/`. */
  readonly name: string;
  readonly items: readonly T[];
}

/** The items by their keys, both in the order in which they come. */
export function collect<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const members = groups.get(key);
    if (members) members.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/**
 * Group by the part before the first `/`; groups come in the order of their first item, what has
 * no group comes last.
 */
export function groupBy<T>(items: readonly T[], nameOf: (item: T) => string): readonly Group<T>[] {
  const groups = collect(items, (item) => {
    const name = nameOf(item);
    return name.slice(0, Math.max(0, name.indexOf("/")));
  });
  const named = [...groups].map(([name, members]) => ({ name, items: members }));
  return named.sort((one, other) => Number(one.name === "") - Number(other.name === ""));
}

export function groupTags(tags: readonly string[]): readonly Group<string>[] {
  return groupBy(tags, shownTag);
}
