/** Heights of isolines. */

export type Spacing = "linear" | "log";

const factors = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/**
 * About `count` heights between two values, round ones, so that they can be read.
 *
 * Linear ones are the multiples of a round step; logarithmic ones have equal ratios, each rounded to
 * as few digits as keep them apart. A range that is not above zero has no logarithmic ones: linear then.
 * @returns rising, all inside (min, max).
 */
export function levels(min: number, max: number, count: number, spacing: Spacing): number[] {
  if (!(max > min) || !Number.isFinite(max - min) || count < 1) return [];
  return spacing === "log" && min > 0 ? geometric(min, max, count) : arithmetic(min, max, count);
}

function arithmetic(min: number, max: number, count: number): number[] {
  const rough = (max - min) / (count + 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = factors.reduce((best, factor) => {
    const off = Math.abs(factor * power - rough);
    return off < Math.abs(best - rough) ? factor * power : best;
  }, power);
  const found: number[] = [];
  // In a range so narrow for its numbers, i + 1 could be i.
  if (Math.max(-min, max) / step > Number.MAX_SAFE_INTEGER) return found;
  for (let i = Math.floor(min / step) + 1; i * step < max; i++) {
    // The product carries the rounding of the step: 3 * 0.1 is not 0.3.
    const level = Number((i * step).toPrecision(15));
    if (level > min && level < max) found.push(level);
  }
  return found;
}

function geometric(min: number, max: number, count: number): number[] {
  const ratio = Math.log(max / min) / (count + 1);
  const exact = Array.from({ length: count }, (_, i) => min * Math.exp(ratio * (i + 1)));
  for (let digits = 2; digits <= 12; digits++) {
    const rounded = exact.map((level) => Number(level.toPrecision(digits)));
    const isRising = rounded.every((level, i) => level > (rounded[i - 1] ?? min) && level < max);
    // Rounding moves a level by less than a quarter of the way to its neighbor.
    const isEven = rounded.every((level, i) => {
      return Math.abs(Math.log(level / (exact[i] as number))) < ratio / 4;
    });
    if (isRising && isEven) return rounded;
  }
  return exact;
}
