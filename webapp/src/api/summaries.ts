/** What the index of records holds of the newest one of a series, without its payload. */

import { number, text } from "./decode";
import { list, nullable, object, type Of } from "./shapes";

export const textSummary = object({
  characters: number,
  lines: number,
  /** How it begins. */
  preview: text,
});

export const embeddingsSummary = object({ points: number, dimensions: number });

export const tensorSummary = object({
  dtype: text,
  shape: list(number),
  /** Histogram of its values; null where it has none. */
  histogram: nullable(object({ counts: list(number) })),
});
export type TensorSummary = Of<typeof tensorSummary>;
