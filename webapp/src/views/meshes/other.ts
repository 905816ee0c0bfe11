/** Which mesh one is compared with. */

import type { RecordSeries } from "../../api/records";
import { addressOf } from "../../cards/records/record-address";
import { nearestStep } from "../../cards/steps/steps";

/** Words of the setting; anything else is a run's id. */
export const ownSteps: readonly string[] = ["first", "previous"];

/** A run that meshes can be compared with, and how many of the tags that are shown it has. */
export interface Comparable {
  readonly run: string;
  readonly tags: number;
}

/** The runs of tags that another run has, too: with any other one nothing could be compared. */
export function comparable(tags: readonly { readonly runs: readonly string[] }[]): Comparable[] {
  const counts = new Map<string, number>();
  for (const { runs } of tags)
    if (runs.length > 1) for (const run of runs) counts.set(run, (counts.get(run) ?? 0) + 1);
  return [...counts].map(([run, count]) => ({ run, tags: count }));
}

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
