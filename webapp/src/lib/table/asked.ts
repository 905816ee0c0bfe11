/** Which numbers of which scalars the server is asked for. */

import { metricKey, parseMetricKey } from "./keys";
import { type Expression, namesIn } from "./parse";
import type { MetricChoice } from "./types";

/** Columns of metrics where the trials declared none. */
const fewTags = 12;
/** The server answers no more. */
const mostColumns = 200;

/** What of a link's list names metrics, each once. */
export function metricKeysOf(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)].filter((key) => parseMetricKey(key) !== undefined);
}

/** Keys of the metrics that are shown until the user chooses: the last values of the declared ones. */
export function usualMetrics(
  declared: readonly string[],
  tags: readonly string[],
): readonly string[] {
  const named = declared.length > 0 ? declared : tags.slice(0, fewTags);
  return named.map((tag) => metricKey({ tag, take: "last" }));
}

/** Keys of the metrics that a query names. */
export function metricsNamed(
  query: Expression | null,
  isScalar: (tag: string) => boolean,
  isOther: (name: string) => boolean,
): readonly string[] {
  if (query === null) return [];
  return [...namesIn(query)]
    .filter(({ name, take }) => isScalar(name) && (take !== null || !isOther(name)))
    .map(({ name, take }) => metricKey({ tag: name, take: take ?? "last" }));
}

/** @param keys - of any columns. @returns those of metrics, each once. */
export function choicesOf(keys: Iterable<string>): readonly MetricChoice[] {
  const choices = [...new Set(keys)].map(parseMetricKey).filter((choice) => choice !== undefined);
  return choices.slice(0, mostColumns);
}
