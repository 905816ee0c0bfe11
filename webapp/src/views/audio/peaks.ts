/** The outline of a sound: for each column of pixels its least and its greatest sample. */

export interface Peaks {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/** Every sample counts in exactly one column; with fewer samples than columns, each stands where it is. */
export function peaksOf(samples: Float32Array, columns: number): Peaks {
  const low = new Float32Array(columns);
  const high = new Float32Array(columns);
  // Divided last: a product of the quotient may fall just short of a whole number.
  const placeOf = (column: number): number => Math.floor((column * samples.length) / columns);
  for (let column = 0; column < columns; column++) {
    const start = placeOf(column);
    const end = Math.max(start + 1, placeOf(column + 1));
    let [least, greatest] = [Infinity, -Infinity];
    for (let i = start; i < Math.min(end, samples.length); i++) {
      const sample = samples[i] ?? 0;
      if (sample < least) least = sample;
      if (sample > greatest) greatest = sample;
    }
    low[column] = Math.min(least, greatest) === Infinity ? 0 : least;
    high[column] = greatest === -Infinity ? 0 : greatest;
  }
  return { low, high };
}
