/** Texts that have to fit into a width, and still to differ. */

import { collect } from "./groups";

/** The end of a name says more than its beginning. */
const headShare = 0.4;
/** Where the usual one makes texts the same. */
const otherShares = [0.2, 0.6, 0.8];

/**
 * Each text as it fits into `room`: what is too long loses its middle, or, where that would make
 * texts look the same, what they begin with alike. Different texts stay different.
 * @param texts - without repetitions.
 * @param widthOf - in the unit of `room`.
 */
export function elide(
  texts: readonly string[],
  room: number,
  widthOf: (text: string) => number,
): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  const shorten = (items: readonly { text: string; rest: string }[], lead: string): void => {
    const alike = collect(items, ({ rest }) => middle(lead, rest, room, widthOf));
    for (const [seen, group] of alike) {
      const start = group.length === 1 ? 0 : sharedStart(group.map(({ rest }) => rest));
      if (start === 0) for (const { text } of group) shown.set(text, seen);
      else
        shorten(
          group.map(({ text, rest }) => ({ text, rest: rest.slice(start) })),
          "…",
        );
    }
  };
  shorten(
    texts.map((text) => ({ text, rest: text })),
    "",
  );
  return parted(shown, (text, share) => middle("", text, room, widthOf, share));
}

function middle(
  lead: string,
  text: string,
  room: number,
  widthOf: (text: string) => number,
  share = headShare,
): string {
  if (widthOf(lead + text) <= room) return lead + text;
  const letters = Array.from(text);
  const keep = (count: number): string => {
    const head = Math.ceil(count * share);
    const tail = letters.slice(letters.length - (count - head)).join("");
    return `${lead}${letters.slice(0, head).join("")}…${count > head ? tail : ""}`;
  };
  let [low, high] = [1, letters.length - 1];
  while (low < high) {
    const count = (low + high + 1) >> 1;
    if (widthOf(keep(count)) <= room) low = count;
    else high = count - 1;
  }
  return keep(low);
}

/** How much all begin with alike; back to the beginning of a word if that is any. */
function sharedStart(texts: readonly string[]): number {
  const [first = "", ...others] = texts;
  let end = first.length;
  for (const text of others) while (!text.startsWith(first.slice(0, end))) end--;
  const word = Math.max(...Array.from("/-_,= ", (c) => first.lastIndexOf(c, end - 1))) + 1;
  return word > 0 && word <= end ? word : end;
}

/**
 * Texts of which the same was left are cut elsewhere; where there is no room for any difference, a
 * number makes one.
 */
function parted(
  shown: Map<string, string>,
  cut: (text: string, share: number) => string,
): Map<string, string> {
  const taken = new Set<string>();
  /** The next number of each text, so that thousands of equal ones are not counted through again and again. */
  const next = new Map<string, number>();
  for (const [text, seen] of shown) {
    let own = seen;
    for (const share of otherShares) if (taken.has(own)) own = cut(text, share);
    if (taken.has(own)) own = seen;
    for (let n = next.get(seen) ?? 2; taken.has(own); n++) {
      own = `${seen} ${n}`;
      next.set(seen, n + 1);
    }
    taken.add(own);
    shown.set(text, own);
  }
  return shown;
}
