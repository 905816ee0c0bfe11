/** How much each hyperparameter matters for a metric. */

import type { MetricChoice } from "../lib/table/types";
import { each } from "./answers";
import { askWith } from "./ask";
import { asChoice, asFields, asNumber, asText, orNull } from "./decode";

const advices = [
  "too_few",
  "few",
  "no_skill",
  "constant_metric",
  "no_hparams",
  "sampled",
  "ranks",
] as const;
/** What is to be known before the numbers are believed. */
export type Advice = (typeof advices)[number];

export interface HparamImportance {
  readonly name: string;
  /** Share of the metric's variance; null where none can be told. */
  readonly importance: number | null;
  /** Standard deviation of `importance` over folds and shuffles. */
  readonly spread: number | null;
  /** Spearman's; null for values without an order. */
  readonly correlation: number | null;
  readonly pValue: number | null;
  readonly distinct: number;
  /** Trials without a value. */
  readonly missing: number;
}

export interface Interaction {
  readonly first: string;
  readonly second: string;
  readonly interaction: number;
  readonly spread: number | null;
}

export interface Importance {
  /** Trials that were asked about, and those that the numbers stand on. */
  readonly trials: number;
  readonly used: number;
  readonly withoutMetric: number;
  /** Share of the metric's variance that the model explains of trials it has not seen. */
  readonly score: number | null;
  readonly advice: readonly Advice[];
  readonly hparams: readonly HparamImportance[];
  readonly pairs: readonly Interaction[];
}

function hparamOf(value: unknown, where: string): HparamImportance {
  const fields = asFields(value, where);
  const number = (name: string): number | null =>
    orNull(fields[name], `${where}.${name}`, asNumber);
  return {
    name: asText(fields.name, `${where}.name`),
    importance: number("importance"),
    spread: number("spread"),
    correlation: number("correlation"),
    pValue: number("p_value"),
    distinct: asNumber(fields.distinct, `${where}.distinct`),
    missing: asNumber(fields.missing, `${where}.missing`),
  };
}

function pairOf(value: unknown, where: string): Interaction {
  const fields = asFields(value, where);
  return {
    first: asText(fields.first, `${where}.first`),
    second: asText(fields.second, `${where}.second`),
    interaction: asNumber(fields.interaction, `${where}.interaction`),
    spread: orNull(fields.spread, `${where}.spread`, asNumber),
  };
}

export function importanceOf(value: unknown): Importance {
  const answer = asFields(value, "importance");
  return {
    trials: asNumber(answer.trials, "trials"),
    used: asNumber(answer.used, "used"),
    withoutMetric: asNumber(answer.without_metric, "without_metric"),
    score: orNull(answer.score, "score", asNumber),
    advice: each(answer.advice, "advice", (item, where) => asChoice(item, where, advices)),
    hparams: each(answer.hparams, "hparams", hparamOf),
    pairs: each(answer.pairs, "pairs", pairOf),
  };
}

/**
 * @param trials - run and number of each trial that counts.
 * Rejects with an AbortError when aborted.
 */
export async function fetchImportance(
  metric: MetricChoice,
  trials: readonly (readonly [string, number])[],
  signal?: AbortSignal,
): Promise<Importance> {
  const question = { metric, trials, hparams: null, seed: 0 };
  return importanceOf(await askWith("importance", question, signal));
}
