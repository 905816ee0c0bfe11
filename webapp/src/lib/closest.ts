/** The word that somebody meant who wrote one that is not there. */

/** Letters that may be wrong, missing or too many: one in four. */
const share = 0.25;

/** @returns the word that is nearest, the first of several; null: none is near. */
export function closest(written: string, words: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(written.length * share)) + 1;
  for (const word of words) {
    if (Math.abs(word.length - written.length) >= least) continue;
    const wrong = distance(written.toLowerCase(), word.toLowerCase());
    if (wrong >= least) continue;
    least = wrong;
    best = word;
  }
  return best;
}

/** Letters to change, to add or to take away (Levenshtein). */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = (before[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      row.push(Math.min(change, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    before = row;
  }
  return before[other.length] ?? 0;
}
