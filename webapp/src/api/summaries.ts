/** What the index of records holds of the newest one of a series, without its payload. */

import { number, text } from "./decode";
import type { Kind } from "./kinds";
import { list, nullable, object, type Of } from "./shapes";

/** The tag of the texts that trainings log as alerts; their steps only count them. */
const ALERTS = "alerts";

/**
 * Where the training was when a record was logged, by its summary.
 * @param step - of the record.
 * @returns the step; null if nobody has said it.
 */
export function trainingStep(
  kind: Kind,
  tag: string,
  step: number,
  summary: Readonly<Record<string, unknown>>,
): number | null {
  if (kind !== "text" || tag !== ALERTS || summary.level === undefined) return step;
  const { at } = summary;
  return typeof at === "number" ? at : null;
}

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
