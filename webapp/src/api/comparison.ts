/** The route that compares two groups of trials. */

import type { MetricChoice } from "../lib/table/types";
import { askWith } from "./ask";
import { flag, number, text } from "./decode";
import { list, nullable, object, type Of } from "./shapes";

/** Id of the run, and number of the trial in it. */
export type TrialName = readonly [string, number];

export interface ComparisonQuery {
  readonly metric: MetricChoice;
  readonly a: readonly TrialName[];
  readonly b: readonly TrialName[];
  /** Hyperparameters that are equal in a pair; null compares unpaired. */
  readonly pair_by: readonly string[] | null;
  readonly level: number;
}

const comparedSide = object({
  trials: number,
  /** Of these: no finite value; a value, but in no pair; the rest. */
  without_value: number,
  without_partner: number,
  used: number,
  mean: nullable(number),
  std: nullable(number),
});
export type ComparedSide = Of<typeof comparedSide>;

const comparedPair = object({
  label: list(text),
  a: number,
  b: number,
  /** How many trials the values are the means of. */
  a_trials: number,
  b_trials: number,
});
export type ComparedPair = Of<typeof comparedPair>;

/** Comparison of b with a; a number is null where it can't be known. */
const comparison = object({
  a: comparedSide,
  b: comparedSide,
  paired: flag,
  pairs: list(comparedPair),
  difference: nullable(number),
  low: nullable(number),
  high: nullable(number),
  p_value: nullable(number),
  rank_p_value: nullable(number),
  effect: nullable(number),
  effect_low: nullable(number),
  effect_high: nullable(number),
  advice: list(text),
});
export type Comparison = Of<typeof comparison>;

/** Rejects with an AbortError when aborted. */
export async function fetchComparison(
  query: ComparisonQuery,
  signal?: AbortSignal,
): Promise<Comparison> {
  return comparison(await askWith("comparison", query, signal), "comparison");
}
