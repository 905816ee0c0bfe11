/** The route of histograms: a few steps of each series, as columns. */

import { each, sameLength } from "./answers";
import { askWith } from "./ask";
import { asFields, asFloats, asNumber, asText, DecodeError, orNull } from "./decode";
import type { MissingSeries, Seconds, SeriesKey } from "./types";

/** Chosen steps of a series, rising; columns have one item for each step unless told. */
export interface HistogramSeries extends SeriesKey {
  /** Grows when steps that were given may hold something else. */
  readonly version: number;
  /** Steps of the whole series, and of the asked range. */
  readonly count: number;
  readonly in_range: number;
  /** The series' first walltime. */
  readonly origin: Seconds | null;
  /** Chosen steps that can't be read. */
  readonly damaged: number;
  readonly step: Float64Array;
  readonly walltime: Float64Array;
  /** [N + 1]: the counts of step i are [offset[i], offset[i + 1]). */
  readonly offset: Float64Array;
  /** Of all buckets of all steps. */
  readonly counts: Float64Array;
  /** Likewise, one more for each step: those of step i begin at offset[i] + i. */
  readonly edges: Float64Array;
  /** Number of finite values. */
  readonly values: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly mean: Float64Array;
  readonly std: Float64Array;
  readonly nan: Float64Array;
  readonly posinf: Float64Array;
  readonly neginf: Float64Array;
  /** [N * Q], step by step. */
  readonly quantiles: Float64Array;
}

export interface Histograms {
  /** [Q]: what the quantiles are of, from 0 to 1. */
  readonly shares: Float64Array;
  readonly series: readonly (HistogramSeries | MissingSeries)[];
}

export interface HistogramsQuery {
  /** Tensors have histograms, too. */
  readonly kind: "histogram" | "tensor";
  readonly series: readonly SeriesKey[];
  /** Of each series at most so many. */
  readonly steps: number;
  /** Lowest and highest step; null: open. */
  readonly range: readonly [number | null, number | null];
}

const perStep = [
  "step",
  "walltime",
  "values",
  "min",
  "max",
  "mean",
  "std",
  "nan",
  "posinf",
  "neginf",
] as const;

function seriesOf(value: unknown, where: string): HistogramSeries | MissingSeries {
  const s = asFields(value, where);
  const key = { run: asText(s.run, `${where}.run`), tag: asText(s.tag, `${where}.tag`) };
  if (s.error !== undefined) return { ...key, error: asText(s.error, `${where}.error`) };
  const columns = Object.fromEntries(
    perStep.map((name) => [name, asFloats(s[name], `${where}.${name}`)]),
  ) as Record<(typeof perStep)[number], Float64Array>;
  sameLength(where, columns);
  const flat = {
    offset: asFloats(s.offset, `${where}.offset`),
    counts: asFloats(s.counts, `${where}.counts`),
    edges: asFloats(s.edges, `${where}.edges`),
    quantiles: asFloats(s.quantiles, `${where}.quantiles`),
  };
  const steps = columns.step.length;
  if (
    flat.offset.length !== steps + 1 ||
    flat.offset[steps] !== flat.counts.length ||
    flat.edges.length !== flat.counts.length + steps
  ) {
    throw new DecodeError(
      where,
      "columns that do not fit together",
      "counts and edges of each step",
    );
  }
  return {
    ...key,
    version: asNumber(s.version, `${where}.version`),
    count: asNumber(s.count, `${where}.count`),
    in_range: asNumber(s.in_range, `${where}.in_range`),
    origin: orNull(s.origin, `${where}.origin`, asNumber),
    damaged: asNumber(s.damaged, `${where}.damaged`),
    ...columns,
    ...flat,
  };
}

export function histogramsOf(value: unknown): Histograms {
  const answer = asFields(value, "histograms");
  return {
    shares: asFloats(answer.shares, "shares"),
    series: each(answer.series, "series", seriesOf),
  };
}

/** One entry for each of `query.series`, in its order. Rejects with an AbortError when aborted. */
export async function fetchHistograms(
  query: HistogramsQuery,
  signal?: AbortSignal,
): Promise<Histograms> {
  return histogramsOf(await askWith("histograms", query, signal));
}
