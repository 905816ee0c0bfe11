/** Computed points that have no height. */

export interface Holes {
  readonly nan: number;
  readonly positive: number;
  readonly negative: number;
}

/** @param done - 1 where a point is computed. */
export function holesOf(values: Float64Array, done: Uint8Array): Holes {
  let [nan, positive, negative] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    if (done[i] !== 1) continue;
    const value = values[i] as number;
    if (Number.isNaN(value)) nan++;
    else if (value === Infinity) positive++;
    else if (value === -Infinity) negative++;
  }
  return { nan, positive, negative };
}
