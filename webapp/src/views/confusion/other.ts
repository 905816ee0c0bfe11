/** Which matrix the one in full screen is compared with. */

import type { RecordSeries } from "../../api/records";
import { nearestStep } from "../../cards/steps/steps";
import { records } from "../../state/records.svelte";
import { addressOf } from "../../cards/records/record-address";

/**
 * The address of the other matrix; null: there is none. Reactive.
 * @param against - `first` or `previous` of the same series, or the id of a run.
 * @param own - the series of the matrix that is compared, and the index of its record.
 */
export function otherAddress(
  against: string,
  own: RecordSeries | null,
  index: number,
): string | null {
  const step = own?.step[index];
  if (against === "" || own === null || step === undefined) return null;
  if (against === "first") return addressOf(own, 0);
  if (against === "previous") return addressOf(own, index - 1);
  const { series } = records.of("confusion_matrix", against, own.tag);
  return series === null ? null : addressOf(series, nearestStep(series.step, step));
}
