/** What may be written next in an expression. */

import { functions } from "./parse";
import { tokensOf, written, type Token } from "./tokens";

export interface Completions {
  /** An item is written in the place of characters [from, to). */
  readonly from: number;
  readonly to: number;
  readonly items: readonly string[];
}

const most = 50;

/**
 * @param caret - where the user writes, in characters.
 * @param tags - of all series.
 */
export function completionsAt(text: string, caret: number, tags: readonly string[]): Completions {
  const nothing = { from: caret, to: caret, items: [] };
  const before = tokensBefore(text.slice(0, caret));
  if (before === null) return nothing;
  const last = before.at(-1);
  // A name or number that ends right at the caret is still being written.
  const isWriting = last?.to === caret && last.sort !== "sign";
  const settled = (isWriting ? before.at(-2) : last) ?? null;
  const wantsOperand = settled === null || (settled.sort === "sign" && settled.text !== ")");
  if (!wantsOperand) return nothing;
  const from = isWriting ? last.from : caret;
  const typed = text.slice(from, caret);
  const wanted = (last?.sort === "name" && isWriting ? last.text : typed).toLowerCase();
  const isFunction = (name: string): boolean => wanted !== "" && name.startsWith(wanted);
  const items = [
    ...ranked(tags, wanted).map(written),
    ...Object.keys(functions)
      .filter(isFunction)
      .map((name) => `${name}(`),
  ];
  const isDone = items.length === 1 && items[0] === typed;
  return isDone ? nothing : { from, to: caret, items: items.slice(0, most) };
}

/** The tokens before the caret; a name without its end is one that is being written. */
function tokensBefore(text: string): readonly Token[] | null {
  for (const end of ["", "`"]) {
    try {
      const tokens = tokensOf(text + end).slice(0, -1);
      return tokens.map((token) => ({ ...token, to: Math.min(token.to, text.length) }));
    } catch {
      // With its end, perhaps.
    }
  }
  return null;
}

/** Those that begin with what was typed, those of which a part does, and those that have it somewhere. */
function ranked(tags: readonly string[], wanted: string): readonly string[] {
  if (wanted === "") return tags;
  const rank = (tag: string): number => {
    const place = tag.toLowerCase().indexOf(wanted);
    if (place <= 0) return place < 0 ? Infinity : 0;
    return /[\p{L}\p{N}]/u.test(tag[place - 1] ?? "") ? 2 : 1;
  };
  return tags
    .map((tag) => ({ tag, rank: rank(tag) }))
    .filter((each) => each.rank < Infinity)
    .sort((one, other) => one.rank - other.rank)
    .map(({ tag }) => tag);
}
