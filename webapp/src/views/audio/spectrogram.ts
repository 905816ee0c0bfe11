/** How loud each frequency is at each moment. */

import { transform } from "./fft";

export interface Spectrogram {
  readonly columns: number;
  /** Frequencies from 0 to half the sample rate. */
  readonly rows: number;
  /** Decibels below the loudest, [columns * rows], from -range to 0; column after column, low frequencies first. */
  readonly levels: Float32Array;
}

/** Samples of one window: 128 ms at 8 kHz, 23 ms at 44.1 kHz. */
const WINDOW = 1024;
/** Windows of a sound at most: transforming more takes longer than a picture may. */
const MOST_WINDOWS = 6000;

/**
 * Short-time Fourier transform with a Hann window. A column has the most of all windows that begin in it.
 * @param columns - moments, evenly over the sound.
 * @param range - decibels: what is further below the loudest is silence.
 */
export function spectrogram(samples: Float32Array, columns: number, range: number): Spectrogram {
  const rows = WINDOW / 2;
  const levels = new Float32Array(columns * rows).fill(-range);
  const power = new Float64Array(columns * rows);
  const real = new Float64Array(WINDOW);
  const imaginary = new Float64Array(WINDOW);
  const span = samples.length / columns;
  const windows = Math.ceil(Math.min((2 * span) / WINDOW, MOST_WINDOWS / columns));
  let most = 0;
  for (let moment = 0; moment < columns * windows; moment++) {
    const start = Math.round(((moment + 0.5) / windows) * span - WINDOW / 2);
    for (let i = 0; i < WINDOW; i++) {
      const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW);
      real[i] = (samples[start + i] ?? 0) * hann;
    }
    imaginary.fill(0);
    transform(real, imaginary);
    const offset = Math.floor(moment / windows) * rows;
    for (let row = 0; row < rows; row++) {
      const value = (real[row] ?? 0) ** 2 + (imaginary[row] ?? 0) ** 2;
      if (value > (power[offset + row] ?? 0)) power[offset + row] = value;
      if (value > most) most = value;
    }
  }
  if (most > 0) {
    power.forEach((value, i) => {
      levels[i] = Math.max(-range, 10 * Math.log10(value / most));
    });
  }
  return { columns, rows, levels };
}

/**
 * The loudest of some neighboring frequencies, in decibels: a single tone is seen in the smallest picture.
 * @param low - share of the highest frequency, from 0; @param high - up to 1.
 */
export function loudest(
  { rows, levels }: Spectrogram,
  column: number,
  low: number,
  high: number,
): number {
  const from = Math.min(rows - 1, Math.floor(low * rows));
  const to = Math.max(from + 1, Math.floor(high * rows));
  let most = -Infinity;
  for (let row = from; row < to; row++) {
    most = Math.max(most, levels[column * rows + row] ?? -Infinity);
  }
  return most;
}
