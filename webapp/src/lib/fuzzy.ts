/** Finding by typing: how well a text matches a query, and where. */

/** What is asked for, made ready once for many texts. */
export type Query = readonly string[];

export function parseFuzzy(query: string): Query {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** How well a text matches, from nothing to wholly. */
export const Match = {
  none: 0,
  /** The letters of a word occur in their order, but not side by side. */
  scattered: 1,
  inside: 2,
  /** At the beginning of words. */
  words: 3,
  start: 4,
  whole: 5,
} as const;

/** Among texts that match alike, shorter ones come first. */
const perLetter = 0.001;
/** Letters between those that match: what each costs, and how many are too many. */
const perGap = 0.05;
const mostGaps = 9;

const isLetter = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? "");

/**
 * How well a text matches: all words must occur, as written or letter by letter in their order.
 * @param lower - the text in lower case.
 * @returns 0 if it does not match, else one of `Match`, of which length takes off less than a half.
 */
export function fuzzyScore(query: Query, lower: string): number {
  if (query.length === 0) return Match.none;
  const length = Math.min(0.25, lower.length * perLetter);
  const joined = query.join(" ");
  if (lower === joined) return Match.whole;
  if (lower.startsWith(joined)) return Match.start - length;
  let worst: number = Match.start;
  for (const word of query) {
    worst = Math.min(worst, wordScore(word, lower));
    if (worst <= 0) return Match.none;
  }
  return worst - length;
}

function wordScore(word: string, lower: string): number {
  const first = lower.indexOf(word);
  for (let at = first; at >= 0; at = lower.indexOf(word, at + 1)) {
    if (!isLetter(lower, at - 1)) return Match.words;
  }
  if (first >= 0) return Match.inside;
  const span = spanOf(word, lower);
  const gaps = span === null ? Infinity : span[1] - span[0] - word.length;
  return gaps > mostGaps ? Match.none : Match.scattered - perGap * gaps;
}

/** The first place that ends soonest where all letters occur in their order, as short as it can be. */
function spanOf(word: string, lower: string): readonly [number, number] | null {
  let end = 0;
  for (const letter of word) {
    end = lower.indexOf(letter, end) + 1;
    if (end === 0) return null;
  }
  let start = end;
  for (let i = word.length - 1; i >= 0; i--) start = lower.lastIndexOf(word[i] ?? "", start - 1);
  return [start, end];
}

/** Which letters of a text matched, [letters of `lower`], for marking them. */
export function fuzzyMarks(query: Query, lower: string): readonly boolean[] {
  const marks = new Array<boolean>(lower.length).fill(false);
  for (const word of query) {
    const at = lower.indexOf(word);
    if (at >= 0) {
      marks.fill(true, at, at + word.length);
      continue;
    }
    const span = spanOf(word, lower);
    if (span === null) continue;
    let next = span[0];
    for (const letter of word) {
      next = lower.indexOf(letter, next);
      marks[next++] = true;
    }
  }
  return marks;
}
