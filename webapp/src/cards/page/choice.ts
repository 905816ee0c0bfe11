/** Which tags are shown: a few, or all but a few, so that tags that come later find their place. */

import { list, type Codec } from "../../lib/codec";

export interface TagChoice {
  readonly kind: "only" | "except";
  readonly tags: readonly string[];
}

export const everyTag: TagChoice = { kind: "except", tags: [] };

export function chosenTags(choice: TagChoice, tags: readonly string[]): string[] {
  const named = new Set(choice.tags);
  return tags.filter((tag) => named.has(tag) === (choice.kind === "only"));
}

/** The shorter way to say that `chosen` of `tags` are shown. */
export function choiceOf(chosen: readonly string[], tags: readonly string[]): TagChoice {
  const wanted = new Set(chosen);
  const left = tags.filter((tag) => !wanted.has(tag));
  if (left.length <= chosen.length) return { kind: "except", tags: left };
  return { kind: "only", tags: tags.filter((tag) => wanted.has(tag)) };
}

/** `-a,b`: all but a and b; `+a,b`: only these. */
export const tagChoice: Codec<TagChoice> = {
  parse(text) {
    const tags = list.parse(text.slice(1));
    if (tags === undefined || (text[0] !== "-" && text[0] !== "+")) return undefined;
    return { kind: text[0] === "+" ? "only" : "except", tags };
  },
  format: ({ kind, tags }) => (kind === "only" ? "+" : "-") + list.format(tags),
};
