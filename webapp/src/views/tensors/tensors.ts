/** Single tensors of a series, as the index of its records lists them. */

import type { RecordSeries } from "../../api/records";
import type { TensorPlace } from "../../api/tensors";
import type { Note } from "../../cards/notes";
import { shortNumber } from "../../lib/numbers";
import { t } from "./texts";

/** The numbers of the summaries that the view asks for. */
export const FIELDS = ["count", "min", "max", "mean", "std", "nan", "posinf", "neginf"] as const;

export interface TensorRecord {
  readonly place: TensorPlace;
  /** Of the finite values. */
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly std: number;
  readonly count: number;
  readonly nan: number;
  readonly infinite: number;
}

/** null if there is no such record. */
export function tensorAt(series: RecordSeries | null, index: number): TensorRecord | null {
  const step = series?.step[index];
  if (series === null || step === undefined) return null;
  const field = (name: (typeof FIELDS)[number]): number => series.fields[name]?.[index] ?? NaN;
  return {
    place: { run: series.run, tag: series.tag, step, check: series.check[index] ?? 0 },
    min: field("min"),
    max: field("max"),
    mean: field("mean"),
    std: field("std"),
    count: field("count"),
    nan: field("nan") || 0,
    infinite: (field("posinf") || 0) + (field("neginf") || 0),
  };
}

export function statsWords({ min, max, mean, std, count }: TensorRecord): string {
  if (!(count > 0)) return "";
  return t("stats", {
    min: shortNumber(min),
    max: shortNumber(max),
    mean: shortNumber(mean),
    std: shortNumber(std),
  });
}

export function notesOf({ nan, infinite }: TensorRecord): Note[] {
  return [
    ...(nan > 0 ? [{ text: t("nan", { n: nan }) }] : []),
    ...(infinite > 0 ? [{ text: t("infinite", { n: infinite }) }] : []),
  ];
}
