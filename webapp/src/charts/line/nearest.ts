/** Finding points in sorted arrays. */

/** @returns the first index whose value is at least `value`; the length if there is none. */
export function firstAtOrAfter(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @returns the index of the value closest to `value`, the first of equals; -1 for no values. */
export function nearestIndex(sorted: Float64Array, value: number): number {
  const after = firstAtOrAfter(sorted, value);
  if (after === 0) return sorted.length === 0 ? -1 : 0;
  const before = firstAtOrAfter(sorted, sorted[after - 1] ?? value);
  if (after === sorted.length) return before;
  return value - (sorted[before] ?? 0) <= (sorted[after] ?? 0) - value ? before : after;
}
