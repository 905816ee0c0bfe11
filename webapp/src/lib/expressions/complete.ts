/** What may be written next in an expression. */

import { offered, ranked, writingAt, type Completions } from "../language/complete";
import { functions } from "./parse";
import { tokensOf, written } from "./tokens";

const most = 50;

/**
 * @param caret - where the user writes, in characters.
 * @param tags - of all series.
 */
export function completionsAt(
  text: string,
  caret: number,
  tags: readonly string[],
): Completions<string> {
  const nothing = { from: caret, to: caret, items: [] };
  const writing = writingAt(text, caret, tokensOf, ["`"]);
  if (writing === null) return nothing;
  const settled = writing.settled.at(-1);
  const wantsOperand = settled === undefined || (settled.kind === "sign" && settled.text !== ")");
  if (!wantsOperand) return nothing;
  const typed = text.slice(writing.from, caret);
  const wanted = writing.written?.kind === "name" ? writing.written.text : typed;
  const isFunction = (name: string): boolean =>
    wanted !== "" && name.startsWith(wanted.toLowerCase());
  const items = [
    ...ranked(tags, wanted, (tag) => tag, rankOf).map(written),
    ...Object.keys(functions)
      .filter(isFunction)
      .map((name) => `${name}(`),
  ];
  return offered(text, { from: writing.from, to: caret }, items.slice(0, most), (item) => item);
}

/** A tag of which a part begins with what was typed comes before one that has it within a word. */
function rankOf(tag: string, place: number): number {
  return /[\p{L}\p{N}]/u.test(tag[place - 1] ?? "") ? 2 : 1;
}
