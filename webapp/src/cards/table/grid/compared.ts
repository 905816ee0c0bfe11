/** The mean of a group's rows beside that of the baseline. */

import { changeOf } from "../../../lib/change";
import { referenceOf } from "../../../lib/table/baseline";
import type { ComparedMean } from "../../baseline/says";
import type { GridMetric, GridModel } from "./column";

/** @returns null: there is no baseline, one of the two has no finite value, or all rows are part of the baseline. */
export function comparedMean(
  { baseline, groups }: Pick<GridModel, "baseline" | "groups">,
  { column }: Pick<GridMetric, "column">,
  rows: readonly number[],
): ComparedMean | null {
  const shared = baseline === null ? 0 : rows.filter((row) => baseline.has(row)).length;
  if (baseline === null || shared === rows.length) return null;
  const mean = groups.meanOf(column, rows);
  const reference = referenceOf(baseline.rows.map((row) => column.numbers[row] ?? null));
  if (mean === null || reference === null) return null;
  const change = changeOf(reference.mean, mean.mean);
  return change === null ? null : { change, reference, n: mean.n, shared };
}
