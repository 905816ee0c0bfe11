/** What may be written next in one of the page's small languages. */

import type { Span } from "./tokens";

/** An item is written in the place of characters [from, to). */
export interface Completions<Item> extends Span {
  readonly items: readonly Item[];
}

/** What stands before the caret. */
export interface Writing<T> {
  readonly settled: readonly T[];
  /** A token that ends right at the caret, and may go on; null: there is none. */
  readonly written: T | null;
  /** Where it begins, or the caret. */
  readonly from: number;
}

/**
 * @param caret - where the user writes, in characters.
 * @param quotes - what may be open there: a name or text without its end is one that is being written.
 * @returns null: what stands before the caret is no text of the language.
 */
export function writingAt<T extends Span & { readonly kind: string }>(
  text: string,
  caret: number,
  tokensOf: (text: string) => readonly T[],
  quotes: readonly string[],
): Writing<T> | null {
  const before = tokensBefore(text.slice(0, caret), tokensOf, quotes);
  if (before === null) return null;
  const last = before.at(-1);
  const isWriting = last?.to === caret && last.kind !== "sign";
  return isWriting
    ? { settled: before.slice(0, -1), written: last, from: last.from }
    : { settled: before, written: null, from: caret };
}

function tokensBefore<T extends Span>(
  text: string,
  tokensOf: (text: string) => readonly T[],
  quotes: readonly string[],
): readonly T[] | null {
  for (const end of ["", ...quotes]) {
    try {
      const tokens = tokensOf(text + end).slice(0, -1);
      return tokens.map((token) => ({ ...token, to: Math.min(token.to, text.length) }));
    } catch {
      // With another end, perhaps.
    }
  }
  return null;
}

/**
 * The items that have what was typed, those first that begin with it.
 * @param rankOf - of one that has it at a later place; at least 1, and small for the first ones.
 */
export function ranked<Item>(
  items: readonly Item[],
  typed: string,
  textOf: (item: Item) => string,
  rankOf: (text: string, place: number) => number = () => 1,
): readonly Item[] {
  const wanted = typed.toLowerCase();
  if (wanted === "") return items;
  const rank = (text: string): number => {
    const place = text.toLowerCase().indexOf(wanted);
    if (place <= 0) return place < 0 ? Infinity : 0;
    return rankOf(text, place);
  };
  return items
    .map((item) => ({ item, rank: rank(textOf(item)) }))
    .filter((each) => each.rank < Infinity)
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** What is offered to the user: nothing where the only item is written already. */
export function offered<Item>(
  text: string,
  { from, to }: Span,
  items: readonly Item[],
  insertOf: (item: Item) => string,
): Completions<Item> {
  const [only] = items;
  const isDone =
    items.length === 1 && only !== undefined && insertOf(only) === text.slice(from, to);
  return isDone ? { from: to, to, items: [] } : { from, to, items };
}
