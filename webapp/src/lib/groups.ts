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

/** Ranks of groups: what is held out stands behind what is trained on, any other group behind both. */
const [OTHERS, NO_GROUP] = [2, 3];
const words: readonly (readonly [rank: number, words: string])[] = [
  [0, "train training fit loss losses"],
  [1, "eval evals evaluation val valid validation test tests testing dev"],
  [1, "accuracy acc metric metrics score scores rollout episode reward rewards"],
  [4, "opt optim optimizer optimiser optimization lr schedule scheduler"],
  [5, "time times timing timings timer timers perf performance speed throughput"],
  [6, "system sys machine host hardware gpu gpus cpu memory progress"],
];
const ranks: ReadonlyMap<string, number> = new Map(
  words.flatMap(([rank, each]) => each.split(" ").map((word) => [word, rank] as const)),
);

/** By the first word of the name: `eval_gsm8k`, `val-clean` and `testOOD` are held out. */
function rankOf(group: string): number {
  if (group === "") return NO_GROUP;
  const word = /^(\p{Lu}?\p{Ll}+|\p{Lu}+)/u.exec(group)?.[0] ?? group;
  return ranks.get(word.toLowerCase()) ?? OTHERS;
}

/** Of a tag, or of what people read of it: the part before the first `/`. */
export function groupOf(tag: string): string {
  return tag.slice(0, Math.max(0, tag.indexOf("/")));
}

/**
 * Group by the part before the first `/`, the items as they come. The group of the objective is the first, then comes
 * what is trained on, what is held out, every other group, what has no group, the optimizer, times and the machine;
 * equals in the order of their first item.
 * @param objective - the tag that runs are judged by, if any is.
 */
export function groupBy<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  objective: string | null = null,
): readonly TagGroup<T>[] {
  const groups = collect(items, (item) => groupOf(nameOf(item)));
  const first = objective === null ? null : groupOf(shownTag(objective));
  const rank = (name: string): number => (name === first ? -1 : rankOf(name));
  return [...groups]
    .map(([name, members]) => ({ name, items: members }))
    .sort((one, other) => rank(one.name) - rank(other.name));
}

export function groupTags(
  tags: readonly string[],
  objective: string | null = null,
): readonly TagGroup<string>[] {
  return groupBy(tags, shownTag, objective);
}

/**
 * The tags of groups as one list, those of large groups, such as layers, behind all others.
 * @param most - groups of more tags are large; that of the objective is none.
 */
export function smallFirst(
  groups: readonly TagGroup<string>[],
  most: number,
  objective: string | null,
): readonly string[] {
  const isLarge = ({ items }: TagGroup<string>): boolean =>
    items.length > most && !(objective !== null && items.includes(objective));
  return [...groups.filter((group) => !isLarge(group)), ...groups.filter(isLarge)].flatMap(
    ({ items }) => items,
  );
}
