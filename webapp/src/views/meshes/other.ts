/** Which mesh one is compared with. */

import type { RecordSeries } from "../../api/records";
import { addressOf } from "../../cards/record-address";
import { nearestStep } from "../../cards/steps";

/** Words of the setting; anything else is a run's id. */
export const ownSteps: readonly string[] = ["first", "previous"];

/**
 * The place of the other mesh in its series; null: there is none.
 * @param against - `first` or `previous` of the same series, or the id of a run.
 * @param own - the series of the mesh that is compared, and the index of its record.
 * @param others - the series of that run.
 */
export function otherPlace(
  against: string,
  own: RecordSeries | null,
  index: number,
  others: RecordSeries | null,
): { address: string; series: RecordSeries } | null {
  const step = own?.step[index];
  if (against === "" || own === null || step === undefined) return null;
  const isOwn = ownSteps.includes(against);
  const series = isOwn ? own : others;
  if (series === null || (!isOwn && series.run === own.run)) return null;
  const at =
    against === "first" ? 0 : against === "previous" ? index - 1 : nearestStep(series.step, step);
  if (isOwn && at === index) return null;
  const address = addressOf(series, at);
  return address === null ? null : { address, series };
}
