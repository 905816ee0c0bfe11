/** From where to where values lie. */

export interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * The finite values of several grids together.
 * @param clip - the share of values, the greatest ones, that is left out: walls would hide the valley.
 * @returns null if no value is finite.
 */
export function range(grids: readonly Float64Array[], clip = 0): Range | null {
  if (clip > 0) return clipped(grids, clip);
  let [min, max] = [Infinity, -Infinity];
  for (const values of grids) {
    for (const value of values) {
      if (!Number.isFinite(value)) continue;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return min <= max ? { min, max } : null;
}

function clipped(grids: readonly Float64Array[], clip: number): Range | null {
  const finite = grids.map((values) => values.filter(Number.isFinite));
  const all = new Float64Array(finite.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const values of finite) {
    all.set(values, at);
    at += values.length;
  }
  if (all.length === 0) return null;
  all.sort();
  const last = Math.max(0, Math.ceil((1 - clip) * all.length) - 1);
  return { min: all[0] as number, max: all[last] as number };
}

/** The least value above zero: where a logarithmic scale can begin. null: there is none. */
export function leastPositive(grids: readonly Float64Array[]): number | null {
  let least = Infinity;
  for (const values of grids)
    for (const value of values) if (value > 0 && value < least) least = value;
  return least === Infinity ? null : least;
}
