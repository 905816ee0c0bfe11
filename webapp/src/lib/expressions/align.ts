/** Series of different steps at the same steps. */

export interface Points {
  /** Rising, [N]. */
  readonly x: Float64Array;
  /** [N]. */
  readonly y: Float64Array;
}

export interface Aligned {
  /** Every x of any series that lies within the range of each of them, [N]. */
  readonly x: Float64Array;
  /** One of [N] for each series. */
  readonly columns: readonly Float64Array[];
  /** Whether any value is not a series' own, but lies on the line between two of them. */
  readonly isInterpolated: boolean;
}

export function aligned(series: readonly Points[]): Aligned {
  const x = commonPlaces(series.map((each) => each.x));
  let isInterpolated = false;
  const columns = series.map((each) => {
    if (isSame(each.x, x)) return each.y;
    const values = valuesAt(x, each);
    isInterpolated ||= values.isInterpolated;
    return values.y;
  });
  return { x, columns, isInterpolated };
}

function isSame(one: Float64Array, other: Float64Array): boolean {
  return one.length === other.length && one.every((value, i) => value === other[i]);
}

/** All places of any of the arrays, from where the last one begins to where the first one ends. */
function commonPlaces(all: readonly Float64Array[]): Float64Array {
  const low = Math.max(...all.map((xs) => xs[0] ?? Infinity));
  const high = Math.min(...all.map((xs) => xs.at(-1) ?? -Infinity));
  let union: Float64Array = new Float64Array();
  for (const xs of all) union = merged(union, xs);
  return union.filter((x) => x >= low && x <= high);
}

/** The values of two rising arrays in order, equal ones once. */
function merged(one: Float64Array, other: Float64Array): Float64Array {
  const all = new Float64Array(one.length + other.length);
  let [i, j, length] = [0, 0, 0];
  while (i < one.length || j < other.length) {
    const [a, b] = [one[i] ?? Infinity, other[j] ?? Infinity];
    if (a <= b) i++;
    if (b <= a) j++;
    all[length++] = Math.min(a, b);
  }
  return all.slice(0, length);
}

/**
 * Values at rising places, on the straight line between the points beside each; NaN outside of them, and
 * beside a value that is not finite.
 */
export function valuesAt(
  places: Float64Array,
  { x, y }: Points,
): { readonly y: Float64Array; readonly isInterpolated: boolean } {
  const values = new Float64Array(places.length).fill(NaN);
  let isInterpolated = false;
  /** The first point at or behind the place. */
  let next = 0;
  places.forEach((place, i) => {
    while (next < x.length && (x[next] ?? NaN) < place) next++;
    const [behind, value] = [x[next] ?? NaN, y[next] ?? NaN];
    if (behind === place) {
      values[i] = value;
      return;
    }
    const [before, from] = [x[next - 1] ?? NaN, y[next - 1] ?? NaN];
    if (Number.isNaN(before) || Number.isNaN(behind)) return;
    isInterpolated = true;
    if (!Number.isFinite(from) || !Number.isFinite(value)) return;
    const share = (place - before) / (behind - before);
    values[i] = from * (1 - share) + value * share;
  });
  return { y: values, isInterpolated };
}

/** For each of the rising places the value of the last point at or before it; NaN where there is none. */
export function lastAt(places: Float64Array, { x, y }: Points): Float64Array {
  let next = 0;
  return places.map((place) => {
    while (next < x.length && (x[next] ?? NaN) <= place) next++;
    return y[next - 1] ?? NaN;
  });
}
