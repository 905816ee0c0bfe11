/** Which record stands for which cell of a picture of layers by steps. */

import type { RecordSeries } from "../../../api/records";
import { unionSteps } from "../../../cards/steps/steps";
import type { LayerStats } from "../../../cards/histograms/layers";

export type Statistic = "mean" | "std" | "nonfinite";

/** The numbers of the records' summaries that the picture needs. */
export const summaryFields = ["count", "min", "max", "mean", "std", "nan", "posinf", "neginf"];

export interface LayerGrid {
  /** The first and the last step of each column, rising. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** [rows * columns]: index of the record that is seen in the series of its row; -1: none. */
  readonly record: Int32Array;
}

export function statsAt({ fields }: RecordSeries, index: number): LayerStats {
  const item = (name: string): number => fields[name]?.[index] ?? NaN;
  return {
    values: item("count"),
    min: item("min"),
    max: item("max"),
    mean: item("mean"),
    std: item("std"),
    nan: item("nan"),
    posinf: item("posinf"),
    neginf: item("neginf"),
  };
}

/** NaN for what was logged without any value. */
export function shareOfNonFinite({ values, nan, posinf, neginf }: LayerStats): number {
  const others = nan + posinf + neginf;
  return others / (values + others);
}

export function valueOf(stats: LayerStats, statistic: Statistic): number {
  return statistic === "nonfinite" ? shareOfNonFinite(stats) : stats[statistic];
}

/**
 * Of several steps of a column that one is seen which is the most out of the ordinary: what is not finite before all
 * else, then what is farthest from zero; of equals the newest.
 * @param series - a row each; null: not there yet.
 * @param most - columns at most.
 */
export function gridOf(
  series: readonly (RecordSeries | null)[],
  most: number,
  statistic: Statistic,
): LayerGrid {
  const { step } = unionSteps(series.filter((each) => each !== null));
  const columns = Math.min(step.length, most);
  const columnOf = (at: number): number => Math.floor((at * columns) / step.length);
  const first = new Float64Array(columns).fill(NaN);
  const last = new Float64Array(columns);
  step.forEach((each, at) => {
    const column = columnOf(at);
    if (Number.isNaN(first[column])) first[column] = each;
    last[column] = each;
  });
  const record = new Int32Array(series.length * columns).fill(-1);
  const strength = new Float64Array(columns);
  series.forEach((each, row) => {
    if (each === null) return;
    strength.fill(-Infinity);
    let at = 0;
    each.step.forEach((own, index) => {
      while ((step[at] ?? Infinity) < own) at++;
      const column = columnOf(at);
      const here = strengthOf(statsAt(each, index), statistic);
      if (here < (strength[column] ?? 0)) return;
      strength[column] = here;
      record[row * columns + column] = index;
    });
  });
  return { first, last, record };
}

function strengthOf(stats: LayerStats, statistic: Statistic): number {
  if (shareOfNonFinite(stats) > 0 && statistic !== "nonfinite") return Infinity;
  const value = Math.abs(valueOf(stats, statistic));
  return Number.isNaN(value) ? -1 : value;
}
