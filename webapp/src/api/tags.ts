/** Which tags there are, of which kind, and in which runs. */

import { compareWords } from "../lib/natural";
import { ask } from "./ask";
import { sameLength } from "./columns";
import { number, text } from "./decode";
import { KINDS, type Kind } from "./kinds";
import { fields, list, mapped, nullable, object, type Of } from "./shapes";

/** Of more scalars than this only some are listed, and the others are had by branches and searches. */
const MOST_LISTED = 20_000;

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
  /** What is left out of more than are listed. */
  branches: nullable(list(object({ prefix: text, tags: number }))),
});

/** Tags that are not listed one by one. */
export interface TagBranch {
  /** What they begin with; empty: anything. */
  readonly prefix: string;
  readonly tags: number;
}

interface TagsAnswer {
  /** As the status says it: another one, once the answer is. */
  readonly version: number;
  /** By name, in natural order. Kinds that this page does not know are left out. */
  readonly byKind: ReadonlyMap<Kind, readonly Tag[]>;
  /** Of scalars, where there are more than are listed. */
  readonly branches: readonly TagBranch[];
}

export const tags = mapped(
  object({ version: number, runs: list(text), kinds: fields }),
  ({ version, runs: ids, kinds }, where): TagsAnswer => {
    const known = KINDS.filter((kind) => kinds[kind] !== undefined);
    const branches: TagBranch[] = [];
    const byKind = new Map(
      known.map((kind) => {
        const place = `${where}.kinds.${kind}`;
        const { tags, logged, runs, branches: others } = tagsOfKind(kinds[kind], place);
        branches.push(...(others ?? []));
        sameLength(place, { tags, logged, runs });
        const idsAt = (i: number) => runs[i]?.map((p) => text(ids[p], `${place}.runs[${i}]`)) ?? [];
        const all = tags.map((tag, i) => ({ tag, logged: logged[i] ?? i, runs: idsAt(i) }));
        return [kind, all.sort((one, other) => compareWords(one.tag, other.tag))];
      }),
    );
    return { version, byKind, branches };
  },
);

export async function fetchTags(): Promise<TagsAnswer> {
  return tags(await ask(`tags?most=${MOST_LISTED}`), "tags");
}

const children = object({
  /** Beneath the prefix. */
  tags: number,
  /** Children of the prefix, also those that did not come. */
  count: number,
  children: list(
    object({
      name: text,
      /** null: there is no such tag, but some beneath it. */
      tag: nullable(text),
      /** Beneath it. */
      tags: number,
    }),
  ),
});
export type TagChildren = Of<typeof children>;
export type TagChild = TagChildren["children"][number];

/** Scalars directly beneath a prefix, which is empty or ends in a slash, and branches. */
export async function fetchChildren(
  prefix: string,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<TagChildren> {
  const query = new URLSearchParams({ prefix, offset: String(offset), limit: String(limit) });
  return children(await ask(`tags/children?${query}`, { signal }), "children");
}

/** What a search finds. */
export const foundTags = mapped(
  object({ count: number, tags: list(text), runs: list(text), having: list(list(number)) }),
  ({ count, tags, runs, having }, where) => {
    sameLength(where, { tags, having });
    const found = tags.map((tag, i): Tag => ({
      tag,
      runs: (having[i] ?? []).map((at) => text(runs[at], `${where}.having[${i}]`)),
    }));
    return { count, found };
  },
);
export type FoundTags = Of<typeof foundTags>;

/** The first scalars that a search finds, and how many there are. */
export async function searchTags(
  search: string,
  limit: number,
  signal: AbortSignal,
): Promise<FoundTags> {
  const query = new URLSearchParams({ search, limit: String(limit) });
  return foundTags(await ask(`tags/search?${query}`, { signal }), "found");
}
