/** How the values of the pairs lie between two columns of a slope chart. */

import type { ComparedPair } from "../../api/comparison";

export interface Slope {
  readonly label: string;
  /** From 0 (the lowest of all values) to 1. */
  readonly a: number;
  readonly b: number;
  readonly isUp: boolean;
}

export function slopes(pairs: readonly Pick<ComparedPair, "label" | "a" | "b">[]): {
  readonly slopes: readonly Slope[];
  readonly low: number;
  readonly high: number;
} {
  const values = pairs.flatMap(({ a, b }) => [a, b]);
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  const share = (value: number): number => (high > low ? (value - low) / (high - low) : 0.5);
  return {
    slopes: pairs.map(({ label, a, b }) => ({
      label: label.join(", "),
      a: share(a),
      b: share(b),
      isUp: b > a,
    })),
    low,
    high,
  };
}
