/** How much each hyperparameter matters for a metric. */

import type { MetricChoice } from "../lib/table/types";
import { askWith } from "./ask";
import { number, text } from "./decode";
import { choice, list, nullable, object, type Of } from "./shapes";

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
export type ImportanceAdvice = (typeof advices)[number];

const hparamImportance = object({
  name: text,
  group: choice(["hparams", "data"]),
  /** Share of the metric's variance; null where none can be known. */
  importance: nullable(number),
  /** Standard deviation of `importance` over folds and shuffles. */
  spread: nullable(number),
  /** Spearman's; null for values without an order. */
  correlation: nullable(number),
  p_value: nullable(number),
  distinct: number,
  /** Trials without a value. */
  missing: number,
});
export type HparamImportance = Of<typeof hparamImportance>;

const interaction = object({
  first: text,
  second: text,
  interaction: number,
  spread: nullable(number),
});
export type Interaction = Of<typeof interaction>;

export const importance = object({
  /** Trials that were asked about, and those that the numbers stand on. */
  trials: number,
  used: number,
  without_metric: number,
  /** Share of the metric's variance that the model explains of trials it has not seen. */
  score: nullable(number),
  advice: list(choice(advices)),
  hparams: list(hparamImportance),
  pairs: list(interaction),
});
export type Importance = Of<typeof importance>;

/**
 * @param trials - run and number of each trial that counts.
 * @param withData - whether what differs between data pipelines is asked about, too.
 * Rejects with an AbortError when aborted.
 */
export async function fetchImportance(
  metric: MetricChoice,
  trials: readonly (readonly [string, number])[],
  withData: boolean,
  signal?: AbortSignal,
): Promise<Importance> {
  const question = { metric, trials, hparams: null, data: withData, seed: 0 };
  return importance(await askWith("importance", question, signal), "importance");
}
