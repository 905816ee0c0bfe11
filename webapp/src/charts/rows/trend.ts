/** A straight line through points. */

export interface Trend {
  readonly slope: number;
  readonly intercept: number;
  /** Pearson's correlation; NaN where one of the coordinates never changes. */
  readonly r: number;
  /** Points that it goes through. */
  readonly n: number;
}

/**
 * Least squares of y on x, over points with both coordinates.
 * @returns null for fewer than two points, or with all of them above each other.
 */
export function trendOf(
  xs: Float32Array | Float64Array,
  ys: Float32Array | Float64Array,
  rows: Iterable<number>,
): Trend | null {
  // Welford's way: one pass, and no difference of large sums.
  let [n, meanX, meanY, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
  for (const row of rows) {
    const [x, y] = [xs[row] as number, ys[row] as number];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    n++;
    const [dx, dy] = [x - meanX, y - meanY];
    meanX += dx / n;
    meanY += dy / n;
    xx += dx * (x - meanX);
    yy += dy * (y - meanY);
    xy += dx * (y - meanY);
  }
  if (n < 2 || !(xx > 0)) return null;
  const slope = xy / xx;
  return { slope, intercept: meanY - slope * meanX, r: xy / Math.sqrt(xx * yy), n };
}
