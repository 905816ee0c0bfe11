/** Draws sounds: one band for each channel, one above the other. */

import { peaksOf } from "./peaks";
import { loudest, type Spectrogram } from "./spectrogram";
import type { Sound } from "./wav";

export interface AudioColors {
  readonly wave: string;
  readonly line: string;
}

/** @param scale - device pixels of one CSS pixel; the canvas has its size already. */
export function drawWave(
  context: CanvasRenderingContext2D,
  { channels }: Sound,
  { wave, line }: AudioColors,
  scale: number,
): void {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  const band = height / channels.length;
  channels.forEach((samples, i) => {
    const middle = band * (i + 0.5);
    const swing = band / 2 - scale;
    context.fillStyle = line;
    context.fillRect(0, Math.round(middle), width, scale);
    const { low, high } = peaksOf(samples, width);
    context.fillStyle = wave;
    for (let x = 0; x < width; x++) {
      // On whole pixels: a quiet place between two rows would be too faint to see.
      const top = Math.round(middle - (high[x] ?? 0) * swing);
      const bottom = Math.round(middle - (low[x] ?? 0) * swing);
      context.fillRect(x, top, 1, Math.max(scale, bottom - top));
    }
  });
}

/** From silent to loud: dark violet, red, yellow. */
const HEAT = [
  [6, 4, 24],
  [66, 10, 104],
  [147, 38, 103],
  [221, 81, 58],
  [252, 165, 10],
  [252, 255, 164],
] as const;

export function heatColor(share: number): readonly [number, number, number] {
  const at = Math.min(1, Math.max(0, share)) * (HEAT.length - 1);
  const below = Math.min(HEAT.length - 2, Math.floor(at));
  const [from = HEAT[0], to = HEAT[0]] = [HEAT[below], HEAT[below + 1]];
  const mix = (i: 0 | 1 | 2): number => Math.round(from[i] + (to[i] - from[i]) * (at - below));
  return [mix(0), mix(1), mix(2)];
}

/** Low frequencies at the bottom of each band. */
export function drawSpectrograms(
  context: CanvasRenderingContext2D,
  all: readonly Spectrogram[],
  range: number,
): void {
  const { width, height } = context.canvas;
  const picture = context.createImageData(width, height);
  const band = height / all.length;
  for (let y = 0; y < height; y++) {
    const one = all[Math.min(all.length - 1, Math.floor(y / band))];
    if (one === undefined) continue;
    const high = 1 - (y % band) / band;
    const low = Math.max(0, high - 1 / band);
    for (let x = 0; x < width; x++) {
      const column = Math.floor((x / width) * one.columns);
      const [r, g, b] = heatColor(1 + loudest(one, column, low, high) / range);
      picture.data.set([r, g, b, 255], 4 * (y * width + x));
    }
  }
  context.putImageData(picture, 0, 0);
}
