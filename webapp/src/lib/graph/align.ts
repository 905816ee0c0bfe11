/** Which items of two sequences belong together: a longest common subsequence. */

/** Beyond so many comparisons, items are matched in their order only. */
const MOST_CELLS = 4_000_000;

/** @returns of each item of `one`, its partner in `other`; -1: none. */
export function aligned<T>(one: readonly T[], other: readonly T[]): Int32Array {
  const pairs = new Int32Array(one.length).fill(-1);
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) {
    pairs[start] = start;
    start++;
  }
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    pairs[--end] = --otherEnd;
  }
  const [rows, columns] = [end - start, otherEnd - start];
  if (rows === 0 || columns === 0) return pairs;
  if (rows * columns > MOST_CELLS) return inOrder(one, other, start, end, otherEnd, pairs);
  const width = columns + 1;
  /** How much belongs together of what is left from a row and column on. */
  const lengths = new Uint32Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let k = columns - 1; k >= 0; k--) {
      const below = lengths[(i + 1) * width + k] as number;
      const beside = lengths[i * width + k + 1] as number;
      lengths[i * width + k] =
        one[start + i] === other[start + k]
          ? (lengths[(i + 1) * width + k + 1] as number) + 1
          : Math.max(below, beside);
    }
  }
  for (let i = 0, k = 0; i < rows && k < columns;) {
    if (one[start + i] === other[start + k]) pairs[start + i++] = start + k++;
    else if ((lengths[(i + 1) * width + k] as number) >= (lengths[i * width + k + 1] as number))
      i++;
    else k++;
  }
  return pairs;
}

/** Each item with the next one that is equal: fewer pairs than there might be, but in linear time. */
function inOrder<T>(
  one: readonly T[],
  other: readonly T[],
  start: number,
  end: number,
  otherEnd: number,
  pairs: Int32Array,
): Int32Array {
  const places = new Map<T, number[]>();
  for (let k = otherEnd - 1; k >= start; k--) {
    const item = other[k] as T;
    const known = places.get(item);
    if (known === undefined) places.set(item, [k]);
    else known.push(k);
  }
  let last = start - 1;
  for (let i = start; i < end; i++) {
    const left = places.get(one[i] as T);
    while (left !== undefined && (left.at(-1) ?? Infinity) <= last) left.pop();
    const found = left?.pop();
    if (found !== undefined) pairs[i] = last = found;
  }
  return pairs;
}
