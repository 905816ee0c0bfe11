/** Which numbers of which scalars the server is asked for. */

import { metricKey, parseMetricKey } from "./keys";
import { isJudged } from "./metric-names";
import { type TableExpression, namesIn } from "./parse";
import type { MetricChoice } from "./types";

/** Columns of metrics where the trials declared none. */
const fewTags = 12;
/** The server answers no more. */
const mostColumns = 200;

/** Metrics that have a column in a table of runs until the user chooses: each is a curve for every row. */
export const FEW_METRICS = 3;

/** What of a link's list names metrics, each once. */
export function metricKeysOf(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)].filter((key) => parseMetricKey(key) !== undefined);
}

/** Words in tags that are of held-out data, and that are never judged by. */
const heldOut = /(^|[^a-z])(val|valid|validation|test|eval|dev)([^a-z]|$)/i;
const neverJudging =
  /(^|[^a-z])(grad|gradient|gradients|lr|time|weight|weights|bias|norm|epoch|step|gpu|cpu|memory|wait|ms)([^a-z]|$)/i;

function rank(tag: string): number {
  if (neverJudging.test(tag)) return 3;
  if (!isJudged(tag)) return 2;
  return heldOut.test(tag) ? 0 : 1;
}

/** Keys of the metrics that are shown until the user chooses: the last values of the declared ones. */
export function usualMetrics(
  declared: readonly string[],
  tags: readonly string[],
): readonly string[] {
  // What trainings are usually judged by comes first: it is what they are compared by.
  const likely = [...tags].sort((one, other) => rank(one) - rank(other));
  const named = declared.length > 0 ? declared : likely.slice(0, fewTags);
  return named.map((tag) => metricKey({ tag, take: "last" }));
}

const once = /^(hparams?|summary)\//;

/** Whether such a metric is logged once for a trial, by TensorBoard's writers or as a summary: one point is no curve. */
export const isLoggedOnce = (tag: string): boolean => once.test(tag);

/** Tags of the few metrics that have a curve until the user chooses: those by which runs are judged, if they have one. */
export function usualCurves(
  declared: readonly string[],
  tags: readonly string[],
  few: number,
): readonly string[] {
  const hasOnce = declared.some(isLoggedOnce);
  const keys = [...usualMetrics(declared, tags), ...(hasOnce ? usualMetrics([], tags) : [])];
  const shown = [...new Set(keys)].flatMap((key) => parseMetricKey(key)?.tag ?? []);
  return shown.filter((tag) => !hasOnce || !isLoggedOnce(tag)).slice(0, few);
}

interface Scalar {
  readonly tag: string;
  /** Ids of the runs that have it. */
  readonly runs: readonly string[];
}

/**
 * A scalar to show beside the others, where these leave most runs, or one that is live, without any number.
 * @param shown - tags that are shown. @param scalars - all of them.
 * @param live - ids of the runs that are live, which are among all runs.
 * @returns null: nobody lacks a number, or there is none for them.
 */
export function shownBeside(
  shown: readonly string[],
  scalars: readonly Scalar[],
  all: readonly string[],
  live: readonly string[],
): string | null {
  const covered = new Set(scalars.flatMap(({ tag, runs }) => (shown.includes(tag) ? runs : [])));
  const bare = all.filter((run) => !covered.has(run));
  const bareLive = live.filter((run) => !covered.has(run));
  const wanting = new Set(2 * bare.length > all.length ? bare : bareLive);
  const found = scalars
    .map(({ tag, runs }) => ({ tag, n: runs.filter((run) => wanting.has(run)).length }))
    .filter(({ tag, n }) => n > 0 && !isLoggedOnce(tag))
    .sort((one, other) => other.n - one.n || rank(one.tag) - rank(other.tag));
  return found[0]?.tag ?? null;
}

/** The scalar of a name with its group in front of it: `metrics:loss`. */
export function scalarOf(name: string, isScalar: (tag: string) => boolean): string | null {
  if (isScalar(name)) return name;
  const tag = name.startsWith("metrics:") ? name.slice("metrics:".length) : name;
  return isScalar(tag) ? tag : null;
}

/**
 * Keys of the metrics that a query names.
 * @param isHparam - whether the name alone means a hyperparameter, which comes before a metric.
 */
export function metricsNamed(
  query: TableExpression | null,
  isScalar: (tag: string) => boolean,
  isHparam: (name: string) => boolean,
): readonly string[] {
  if (query === null) return [];
  return [...namesIn(query)].flatMap(({ name, take }) => {
    if (take !== null) return isScalar(name) ? [metricKey({ tag: name, take })] : [];
    const tag = scalarOf(name, isScalar);
    return tag === null || isHparam(name) ? [] : [metricKey({ tag, take: "last" })];
  });
}

/** @param keys - of any columns. @returns those of metrics, each once. */
export function choicesOf(keys: Iterable<string>): readonly MetricChoice[] {
  const choices = [...new Set(keys)].map(parseMetricKey).filter((choice) => choice !== undefined);
  return choices.slice(0, mostColumns);
}
