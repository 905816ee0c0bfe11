/** Answers of the server for tests. */

import type { HistogramSeries } from "../../api/histograms";

/** Two steps: 5, 0, 7 values in buckets from 0 to 3, and 3 NaN with one value. */
export const answered: HistogramSeries = {
  run: "r",
  tag: "weights",
  version: 0,
  count: 9,
  in_range: 2,
  origin: 1000,
  damaged: 0,
  step: Float64Array.of(0, 10),
  walltime: Float64Array.of(1000, 1060),
  offset: Float64Array.of(0, 3, 4),
  counts: Float64Array.of(5, 0, 7, 1),
  edges: Float64Array.of(0, 1, 2, 3, 1.5, 2.5),
  values: Float64Array.of(12, 1),
  min: Float64Array.of(0, 2),
  max: Float64Array.of(3, 2),
  mean: Float64Array.of(1.5, 2),
  std: Float64Array.of(1, 0),
  nan: Float64Array.of(0, 3),
  posinf: Float64Array.of(0, 0),
  neginf: Float64Array.of(0, 1),
  quantiles: Float64Array.of(1, 2),
};
