/** Which scalars two groups of runs can be compared by. */

import type { Tag } from "../../api/tags";

/**
 * The names of tags of which each group has a run, in the order of `tags`.
 * @param groups - ids of each group's runs.
 */
export function sharedTags(
  tags: readonly Tag[],
  groups: readonly (readonly string[])[],
): readonly string[] {
  return tags.flatMap(({ tag, runs }) => {
    const having = new Set(runs);
    return groups.every((group) => group.some((run) => having.has(run))) ? [tag] : [];
  });
}
