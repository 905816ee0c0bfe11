/** Where a run diverged. */

import type { ScalarSeries } from "../../../api/scalars";

/**
 * The first value of a run that is not finite.
 * @param tags - the scalars that are looked at, the most important one first: of several at one step it is named.
 * @returns null: none of them has any that is known.
 */
export function firstNonFinite(
  tags: readonly string[],
  seriesOf: (tag: string) => Pick<ScalarSeries, "nonfinite"> | undefined,
): { readonly tag: string; readonly step: number } | null {
  let first: { readonly tag: string; readonly step: number } | null = null;
  for (const tag of tags) {
    const [step] = seriesOf(tag)?.nonfinite.step ?? [];
    if (step !== undefined && (first === null || step < first.step)) first = { tag, step };
  }
  return first;
}
