/** Tags that belong together, such as one for each class: `class_0` to `class_9`, `pr/cat` and `pr/dog`. */

import type { KindTag } from "../../cards/page/cards";
import { collect } from "../../lib/groups";
import { compareWords } from "../../lib/natural";

/** The name of a tag's group; of a tag that has none, the tag itself. */
export function groupOf(tag: string): string {
  const numbered = /^(.*\D)\d+$/s.exec(tag);
  if (numbered?.[1] !== undefined) return `${numbered[1]}*`;
  const folder = tag.lastIndexOf("/");
  return folder < 0 ? tag : `${tag.slice(0, folder)}/*`;
}

/** One entry for each group and kind, with the runs that have any of its tags. */
export function gathered(tags: readonly KindTag[]): KindTag[] {
  const groups = collect(tags, ({ kind, tag }) => `${kind} ${groupOf(tag)}`);
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    return {
      kind: first.kind,
      tag: members.length === 1 ? first.tag : groupOf(first.tag),
      runs: [...new Set(members.flatMap(({ runs }) => runs))],
      members: members.map(({ tag }) => tag).sort(compareWords),
    };
  });
}

/**
 * A place for each tag of the group that `tag` is in, among all that there are, whichever of them are
 * shown: what a color hangs on must not change when others come and go.
 */
export function placesInGroup(tag: string, all: readonly string[]): ReadonlyMap<string, number> {
  const group = groupOf(tag);
  const members = all.filter((other) => groupOf(other) === group).sort(compareWords);
  return new Map(members.map((member, place) => [member, place]));
}
