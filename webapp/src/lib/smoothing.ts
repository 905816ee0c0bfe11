/** The debiased exponential moving average, as the server has it. */

/**
 * What smoothing is where nobody chose one: this weight, and none for series of fewer points: an average over a dozen
 * epochs shows where a curve was, not where it is.
 */
export const automatic = { weight: 0.6, fewest: 100 } as const;

/**
 * s[k] = weight * s[k-1] + (1 - weight) * values[k] with s[-1] = 0, divided by 1 - weight ** (k + 1)
 * (Kingma and Ba, "Adam", section 3).
 * @param values - in step order, [N]; a non-finite one stands in the result as it is and is not averaged.
 * @param weight - from 0 (none) up to, not including, 1.
 * @returns [N].
 */
export function smooth(values: Float64Array, weight: number): Float64Array {
  if (!(weight >= 0 && weight < 1)) throw new RangeError(`smoothing weight: got ${weight}`);
  if (weight === 0) return values;
  const step = Math.log(weight);
  // Beyond this many points weight ** count is below half an ulp of 1: nothing is left to divide out.
  const biased = -38 / step + 1;
  let average = 0;
  let count = 0;
  return values.map((value) => {
    if (!Number.isFinite(value)) return value;
    average = weight * average + (1 - weight) * value;
    count++;
    return count > biased ? average : average / -Math.expm1(step * count);
  });
}
