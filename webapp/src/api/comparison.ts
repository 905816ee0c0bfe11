/** The route that compares two groups of trials. */

import type { MetricChoice } from "../lib/table/types";
import { each } from "./answers";
import { askWith } from "./ask";
import { asFields, asFlag, asNumber, asText, orNull } from "./decode";

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

export interface ComparedSide {
  readonly trials: number;
  readonly used: number;
  readonly mean: number | null;
  readonly std: number | null;
}

export interface ComparedPair {
  readonly label: readonly string[];
  readonly a: number;
  readonly b: number;
}

const numbers = [
  "difference",
  "low",
  "high",
  "p_value",
  "rank_p_value",
  "effect",
  "effect_low",
  "effect_high",
] as const;

/** Of b against a; a number is null where it can't be told. */
export interface Comparison extends Readonly<Record<(typeof numbers)[number], number | null>> {
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  readonly paired: boolean;
  readonly pairs: readonly ComparedPair[];
  readonly advice: readonly string[];
}

function sideOf(value: unknown, where: string): ComparedSide {
  const side = asFields(value, where);
  return {
    trials: asNumber(side.trials, `${where}.trials`),
    used: asNumber(side.used, `${where}.used`),
    mean: orNull(side.mean, `${where}.mean`, asNumber),
    std: orNull(side.std, `${where}.std`, asNumber),
  };
}

function pairOf(value: unknown, where: string): ComparedPair {
  const pair = asFields(value, where);
  return {
    label: each(pair.label, `${where}.label`, asText),
    a: asNumber(pair.a, `${where}.a`),
    b: asNumber(pair.b, `${where}.b`),
  };
}

/** Rejects with an AbortError when aborted. */
export async function fetchComparison(
  query: ComparisonQuery,
  signal?: AbortSignal,
): Promise<Comparison> {
  const answer = asFields(await askWith("comparison", query, signal), "comparison");
  const told = numbers.map((name) => [name, orNull(answer[name], name, asNumber)] as const);
  return {
    ...(Object.fromEntries(told) as Record<(typeof numbers)[number], number | null>),
    a: sideOf(answer.a, "a"),
    b: sideOf(answer.b, "b"),
    paired: asFlag(answer.paired, "paired"),
    pairs: each(answer.pairs, "pairs", pairOf),
    advice: each(answer.advice, "advice", asText),
  };
}
