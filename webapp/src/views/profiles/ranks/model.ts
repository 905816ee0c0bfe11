/** Which rank the others wait for. */

/** How long each rank waited in all collectives. @param waiting - of each rank of the first one, then of the second one. */
export function waitingOf(waiting: Float64Array, ranks: number): readonly number[] {
  const sums = new Array<number>(ranks).fill(0);
  waiting.forEach((ns, i) => (sums[i % ranks] = (sums[i % ranks] ?? 0) + ns));
  return sums;
}

/** Waiting that is less than so much more than another's says nothing. */
const MORE = 1.5;

/** The rank that waits least while the others wait for it, and how long they do on average; null: none stands out. */
export function straggler(
  waiting: readonly number[],
): { readonly rank: number; readonly ns: number } | null {
  if (waiting.length < 2) return null;
  const least = Math.min(...waiting);
  const rank = waiting.indexOf(least);
  const others = waiting.filter((_, i) => i !== rank);
  const mean = others.reduce((sum, ns) => sum + ns, 0) / others.length;
  return mean > MORE * least && mean > 0 ? { rank, ns: mean } : null;
}
