/** Buckets of equal width for a drawing: among very narrow and very wide ones, heights say little. */

type Numbers = ArrayLike<number>;

export interface Buckets {
  readonly counts: Float64Array;
  /** One more than counts, rising. */
  readonly edges: Float64Array;
}

/** Drawings have no more buckets than this. */
const MOST = 64;
/** The widest bucket is so many times as wide as the narrowest, at most, where they pass for equal. */
const EQUAL = 1.5;

/** The last bucket may be narrower: it is what was left over when equal ones were put together. */
export function isUneven(edges: Numbers): boolean {
  let [narrowest, widest] = [Infinity, 0];
  for (let i = 0; i + 1 < edges.length; i++) {
    const wide = (edges[i + 1] ?? NaN) - (edges[i] ?? NaN);
    if (i + 2 < edges.length) narrowest = Math.min(narrowest, wide);
    widest = Math.max(widest, wide);
  }
  return widest > EQUAL * narrowest;
}

/** So many buckets as say something of the values: more would be a row of spikes. */
export function fittingBuckets(counts: Numbers): number {
  const total = Array.from(counts).reduce((sum, count) => sum + count, 0);
  return Math.min(MOST, Math.max(1, Math.ceil(2 * Math.sqrt(total))));
}

/**
 * The counts of each bucket, spread evenly over its width, in `most` buckets of equal width. Empty
 * buckets at the ends are left out; null where no range is left to divide.
 */
export function evenBuckets(counts: Numbers, edges: Numbers, most: number): Buckets | null {
  let [first, end] = [0, counts.length];
  while (first < end && counts[first] === 0) first++;
  while (first < end && counts[end - 1] === 0) end--;
  const [low, high] = [edges[first] ?? NaN, edges[end] ?? NaN];
  const wide = (high - low) / most;
  // So near to each other that there are too few numbers between them for that many edges.
  const isNarrow = !(wide > 1e-12 * Math.max(Math.abs(low), Math.abs(high)));
  if (first === end || isNarrow || !Number.isFinite(wide)) return null;
  const even = Float64Array.from({ length: most + 1 }, (_, i) => low + i * wide);
  even[most] = high;
  const sums = new Float64Array(most);
  for (let bucket = first; bucket < end; bucket++) {
    const [left, right] = [edges[bucket] ?? NaN, edges[bucket + 1] ?? NaN];
    const count = counts[bucket] ?? 0;
    // Counted from the range's low end, in widths of the new buckets.
    const [from, to] = [(left - low) / wide, (right - low) / wide];
    const start = Math.min(most - 1, Math.floor(from));
    const last = Math.max(start, Math.min(most - 1, Math.ceil(to) - 1));
    if (start === last) {
      sums[start] = (sums[start] ?? 0) + count;
      continue;
    }
    for (let i = start; i <= last; i++) {
      const part = (Math.min(to, i + 1) - Math.max(from, i)) / (to - from);
      sums[i] = (sums[i] ?? 0) + count * part;
    }
  }
  return { counts: sums, edges: even };
}

/** What is drawn of a histogram: itself where its buckets pass for equal. */
export function drawnBuckets(stored: Buckets): Buckets {
  const { counts, edges } = stored;
  if (!isUneven(edges)) return stored;
  return evenBuckets(counts, edges, fittingBuckets(counts)) ?? stored;
}
