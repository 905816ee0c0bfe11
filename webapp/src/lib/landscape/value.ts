/** Values at a place of a grid. */

/** Index of the coordinate nearest to `at`; `axis` rises. */
export function nearestIndex(axis: Float64Array, at: number): number {
  const after = firstAtLeast(axis, at);
  if (after === 0) return 0;
  if (after === axis.length) return axis.length - 1;
  const [left, right] = [axis[after - 1] as number, axis[after] as number];
  return at - left <= right - at ? after - 1 : after;
}

/** The first index whose coordinate is at least `at`; the length if none is. */
function firstAtLeast(axis: Float64Array, at: number): number {
  let [low, high] = [0, axis.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((axis[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Neighbors of a place on an axis, and how far it is from the first to the second; null beside it. */
function between(axis: Float64Array, at: number): readonly [number, number, number] | null {
  const last = axis.length - 1;
  if (last < 0 || !(at >= (axis[0] as number)) || at > (axis[last] as number)) return null;
  const right = Math.max(firstAtLeast(axis, at), Math.min(1, last));
  const left = Math.max(0, right - 1);
  if (left === right) return [left, right, 0];
  const [from, to] = [axis[left] as number, axis[right] as number];
  return [left, right, (at - from) / (to - from)];
}

/**
 * The value at a place, bilinear between the four points around it.
 * @param y - null: the grid lies along one direction.
 * @returns NaN beside the grid, and where a point that counts has no finite value.
 */
export function valueAt(
  grid: {
    readonly x: Float64Array;
    readonly y: Float64Array | null;
    readonly values: Float64Array;
  },
  x: number,
  y = 0,
): number {
  const across = between(grid.x, x);
  const along = grid.y === null ? ([0, 0, 0] as const) : between(grid.y, y);
  if (across === null || along === null) return NaN;
  const [left, right, shareX] = across;
  const [low, high, shareY] = along;
  let sum = 0;
  for (const [row, weightY] of [
    [low, 1 - shareY],
    [high, shareY],
  ] as const) {
    for (const [column, weightX] of [
      [left, 1 - shareX],
      [right, shareX],
    ] as const) {
      const weight = weightX * weightY;
      // A hole beside the place that has no weight takes nothing away.
      if (weight > 0) sum += weight * (grid.values[row * grid.x.length + column] ?? NaN);
    }
  }
  return Number.isFinite(sum) ? sum : NaN;
}
