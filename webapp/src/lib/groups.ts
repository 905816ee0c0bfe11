/** Tags in groups: `train/loss` belongs to `train`. */

import { shownTag } from "./shown-tag";

export interface TagGroup<T> {
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

/** The group that metrics of the machine have, in logs of all tools. */
const MACHINE = "system";

/** The same tags, those of the machine behind the training's. */
export function trainingFirst(tags: readonly string[]): readonly string[] {
  const isMachine = (tag: string): boolean => tag.startsWith(`${MACHINE}/`);
  return [...tags.filter((tag) => !isMachine(tag)), ...tags.filter(isMachine)];
}

/**
 * Group by the part before the first `/`; groups come in the order of their first item, what has
 * no group comes after them, and metrics of the machine last.
 */
export function groupBy<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
): readonly TagGroup<T>[] {
  const groups = collect(items, (item) => {
    const name = nameOf(item);
    return name.slice(0, Math.max(0, name.indexOf("/")));
  });
  const named = [...groups].map(([name, members]) => ({ name, items: members }));
  const rank = (name: string): number => (name === MACHINE ? 2 : name === "" ? 1 : 0);
  return named.sort((one, other) => rank(one.name) - rank(other.name));
}

export function groupTags(tags: readonly string[]): readonly TagGroup<string>[] {
  return groupBy(tags, shownTag);
}
