/** Which runs a card of layers by steps shows. */

/**
 * The leader beside the one that fared worst, and between them the next best; where nobody says what is better, the
 * newest. All of them where there are no more than `most`.
 * @param runs - as the list of runs has them, the newest first.
 * @param byValue - the same, the best first; null: nobody says what is better.
 */
export function shownRuns(
  runs: readonly string[],
  byValue: readonly string[] | null,
  most: number,
): readonly string[] {
  const ranked = byValue ?? runs;
  if (ranked.length <= most) return ranked;
  if (byValue === null || most < 2) return ranked.slice(0, most);
  return [...ranked.slice(0, most - 1), ...ranked.slice(-1)];
}
