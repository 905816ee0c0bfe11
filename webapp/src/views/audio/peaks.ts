/** The outline of a sound: for each column of pixels its least and its greatest sample. */

export interface Peaks {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/** Every sample counts in exactly one column; with fewer samples than columns, each stands where it is. */
export function peaksOf(samples: Float32Array, columns: number): Peaks {
  const low = new Float32Array(columns);
  const high = new Float32Array(columns);
  const per = samples.length / columns;
  for (let column = 0; column < columns; column++) {
    const start = Math.floor(column * per);
    const end = Math.max(start + 1, Math.floor((column + 1) * per));
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
