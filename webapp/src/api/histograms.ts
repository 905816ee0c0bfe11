/** The route of histograms: a few steps of each series, as columns. */

import { askWith } from "./ask";
import { floats, sameLength } from "./columns";
import { DecodeError, number, text } from "./decode";
import { orMissing, type SeriesKey } from "./series";
import { list, mapped, nullable, object, type Of } from "./shapes";

const columns = object({
  run: text,
  tag: text,
  /** Grows when steps that were given may hold something else. */
  version: number,
  /** Steps of the whole series, and of the asked range. */
  count: number,
  in_range: number,
  /** The series' first walltime, in seconds since 1970. */
  origin: nullable(number),
  /** Chosen steps that can't be read. */
  damaged: number,
  step: floats,
  walltime: floats,
  /** [N + 1]: the counts of step i are [offset[i], offset[i + 1]). */
  offset: floats,
  /** Counts of all buckets of all steps. */
  counts: floats,
  /** Likewise, one more for each step: those of step i begin at offset[i] + i. */
  edges: floats,
  /** Number of finite values. */
  values: floats,
  min: floats,
  max: floats,
  mean: floats,
  std: floats,
  nan: floats,
  posinf: floats,
  neginf: floats,
  /** [N * Q], step by step. */
  quantiles: floats,
});
/** Chosen steps of a series, rising; columns have one item for each step unless given. */
export type HistogramSeries = Of<typeof columns>;

const histogramSeries = mapped(columns, (series, where) => {
  const { step, walltime, values, min, max, mean, std, nan, posinf, neginf } = series;
  sameLength(where, { step, walltime, values, min, max, mean, std, nan, posinf, neginf });
  const { offset, counts, edges } = series;
  if (
    offset.length !== step.length + 1 ||
    offset[step.length] !== counts.length ||
    edges.length !== counts.length + step.length
  ) {
    const got = "columns that do not fit together";
    throw new DecodeError(where, got, "counts and edges of each step");
  }
  return series;
});

export const histograms = object({
  /** [Q]: what the quantiles are of, from 0 to 1. */
  shares: floats,
  series: list(orMissing(histogramSeries)),
});
export type Histograms = Of<typeof histograms>;

export interface HistogramsQuery {
  /** Tensors have histograms, too. */
  readonly kind: "histogram" | "tensor";
  readonly series: readonly SeriesKey[];
  /** Most steps of each series. */
  readonly steps: number;
  /** Lowest and highest step; null: open. */
  readonly range: readonly [number | null, number | null];
  /** Few buckets for few values. */
  readonly fit?: boolean;
}

/** One entry for each of `query.series`, in its order. Rejects with an AbortError when aborted. */
export async function fetchHistograms(
  query: HistogramsQuery,
  signal?: AbortSignal,
): Promise<Histograms> {
  return histograms(await askWith("histograms", query, signal), "histograms");
}
