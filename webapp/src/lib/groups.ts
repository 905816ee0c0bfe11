/** Tags in groups: `train/loss` belongs to `train`. */

export interface Group<T> {
  /** Empty for names without a `/`. */
  readonly name: string;
  readonly items: readonly T[];
}

/** Group by the part before the first `/`; groups come in the order of their first item. */
export function groupBy<T>(items: readonly T[], nameOf: (item: T) => string): readonly Group<T>[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = name.slice(0, Math.max(0, name.indexOf("/")));
    const members = groups.get(group);
    if (members) members.push(item);
    else groups.set(group, [item]);
  }
  return [...groups].map(([name, members]) => ({ name, items: members }));
}

export function groupTags(tags: readonly string[]): readonly Group<string>[] {
  return groupBy(tags, (tag) => tag);
}
