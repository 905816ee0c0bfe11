/** What is said of a difference to the baseline, where it is pointed at. */

import type { Comparison } from "../../api/comparison";
import { changeWithShare, type NumberChange } from "../../lib/change";
import { fullNumber, shortNumber } from "../../lib/numbers";
import { FEWEST, type Reference } from "../../lib/table/baseline";
import { t } from "./texts";

/** Of one value: how far it is from the baseline, and why that has no interval. */
export function saysOfOne(change: NumberChange, reference: Reference): string {
  return [
    against(change, reference),
    ...(reference.n > 1 ? [t("oneValue", { n: FEWEST })] : []),
  ].join("\n");
}

function against(change: NumberChange, { mean, n, all }: Reference): string {
  const texts = { change: changeWithShare(change, 6), value: shortNumber(mean, 6) };
  return all === 1 ? t("toOne", texts) : t("toMean", { ...texts, n, all });
}

/** A mean of several values beside the baseline. */
export interface ComparedMean {
  readonly change: NumberChange;
  readonly reference: Reference;
  /** Of how many values the mean is. */
  readonly n: number;
  /** How many of its rows are part of the baseline. */
  readonly shared: number;
}

/** Whether there is an interval to ask for. */
export function isComparable({ n, reference, shared }: ComparedMean): boolean {
  return shared === 0 && Math.min(n, reference.n) >= FEWEST;
}

/** @param comparison - null: it is not there, or there is none. */
export function saysOfMean(mean: ComparedMean, comparison: Comparison | null): string {
  return [against(mean.change, mean.reference), ...intervalText(mean, comparison)].join("\n");
}

function intervalText(
  { n, reference, shared }: ComparedMean,
  comparison: Comparison | null,
): readonly string[] {
  if (shared > 0) return [t("shares", { n: shared })];
  if (Math.min(n, reference.n) < FEWEST) return [t("fewHint", { a: n, b: reference.n, n: FEWEST })];
  if (comparison === null) return [];
  const { low, high } = comparison;
  if (low === null || high === null) return [t("noSpread")];
  return [t("interval", { low: fullNumber(low), high: fullNumber(high) })];
}
