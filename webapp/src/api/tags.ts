/** Which tags there are, of which kind, and in which runs. */

import { compareWords } from "../lib/natural";
import { ask } from "./ask";
import { sameLength } from "./columns";
import { number, text } from "./decode";
import { KINDS, type Kind } from "./kinds";
import { fields, list, mapped, object } from "./shapes";

/** One tag of a kind, and the ids of the runs that have it. */
export interface Tag {
  readonly tag: string;
  /** Its place in the order in which the runs log the tags of its kind. */
  readonly logged?: number;
  readonly runs: readonly string[];
}

/** Tags of one kind. */
const tagsOfKind = object({
  tags: list(text),
  /** Place of each tag in the order in which they are logged. */
  logged: list(number),
  /** Runs of each tag, as positions in the list of runs. */
  runs: list(list(number)),
});

interface TagsAnswer {
  /** As the status says it: another one, once the answer is. */
  readonly version: number;
  /** By name, in natural order. Kinds that this page does not know are left out. */
  readonly byKind: ReadonlyMap<Kind, readonly Tag[]>;
}

export const tags = mapped(
  object({ version: number, runs: list(text), kinds: fields }),
  ({ version, runs: ids, kinds }, where): TagsAnswer => {
    const known = KINDS.filter((kind) => kinds[kind] !== undefined);
    const byKind = new Map(
      known.map((kind) => {
        const place = `${where}.kinds.${kind}`;
        const { tags, logged, runs } = tagsOfKind(kinds[kind], place);
        sameLength(place, { tags, logged, runs });
        const idsAt = (i: number) => runs[i]?.map((p) => text(ids[p], `${place}.runs[${i}]`)) ?? [];
        const all = tags.map((tag, i) => ({ tag, logged: logged[i] ?? i, runs: idsAt(i) }));
        return [kind, all.sort((one, other) => compareWords(one.tag, other.tag))];
      }),
    );
    return { version, byKind };
  },
);

export async function fetchTags(): Promise<TagsAnswer> {
  return tags(await ask("tags"), "tags");
}
