/** Finding by typing: how well a text matches a query, and where. */

/** What is asked for, made ready once for many texts. */
export type Query = readonly string[];

export function parseFuzzy(query: string): Query {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Score of a word that occurs as it is written; the best places of it earn more. */
const whole = 100;
const atStart = 40;
const atWord = 25;
/** Score of a word whose letters only occur in this order. */
const scattered = 50;
/** What each letter between them costs. */
const perGap = 5;
/** Among texts that match alike, shorter ones come first. */
const perLetter = 0.1;

const isLetter = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? "");

/**
 * How well a text matches: all words must occur, as written or letter by letter in their order.
 * @param lower - the text in lower case.
 * @returns 0 if it does not match; more is better.
 */
export function fuzzyScore(query: Query, lower: string): number {
  let sum = 0;
  for (const word of query) {
    const score = wordScore(word, lower);
    if (score <= 0) return 0;
    sum += score;
  }
  return Math.max(Number.MIN_VALUE, sum - Math.min(40, lower.length * perLetter));
}

function wordScore(word: string, lower: string): number {
  const first = lower.indexOf(word);
  if (first === 0) return whole + atStart;
  for (let at = first; at > 0; at = lower.indexOf(word, at + 1)) {
    if (!isLetter(lower, at - 1)) return whole + atWord;
  }
  if (first > 0) return whole;
  const span = spanOf(word, lower);
  return span === null ? 0 : scattered - perGap * (span[1] - span[0] - word.length);
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

/**
 * The best items, best first; equal ones in their order.
 * @param scoreOf - 0 or less: not among them.
 */
export function bestOf<T>(
  items: readonly T[],
  scoreOf: (item: T) => number,
  most: number,
): readonly T[] {
  const best: { item: T; score: number }[] = [];
  for (const item of items) {
    const score = scoreOf(item);
    if (score <= 0) continue;
    if (best.length === most && score <= (best[most - 1]?.score ?? 0)) continue;
    let at = best.length;
    while (at > 0 && (best[at - 1]?.score ?? 0) < score) at--;
    best.splice(at, 0, { item, score });
    if (best.length > most) best.pop();
  }
  return best.map(({ item }) => item);
}
