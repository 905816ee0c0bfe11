/** Which graph is shown before one is chosen: a model's before that of data, and what was probed before what was not. */

import type { RecordSeries } from "../../api/records";
import type { SeriesKey } from "../../api/series";
import type { Tag } from "../../api/tags";

/** The number in the summary of a data graph that says of how many stages there are shapes and times. */
export const PROBED = "probed";
/** More tags than these are not looked at. */
const MOST = 100;

export type SeriesOf = (run: string, tag: string) => RecordSeries | null;

/** Of each tag the series that says what it is of: of the first run, in this order, that has it. */
export function sampleSeries(tags: readonly Tag[], order: readonly string[]): SeriesKey[] {
  if (tags.length < 2) return [];
  return tags.slice(0, MOST).flatMap(({ tag, runs }) => {
    const having = new Set(runs);
    const run = order.find((each) => having.has(each));
    return run === undefined ? [] : [{ run, tag }];
  });
}

/** The tags whose graphs are of data. @param samples - of `sampleSeries`. */
export function tagsOfData(samples: readonly SeriesKey[], seriesOf: SeriesOf): ReadonlySet<string> {
  const ofData = samples.filter(({ run, tag }) => seriesOf(run, tag)?.newest.flavor === "data");
  return new Set(ofData.map(({ tag }) => tag));
}

/** Index of the newest graph that was probed, else of the newest; -1: that is not known yet. */
export function firstIndex({ step, fields }: RecordSeries): number {
  const probed = fields[PROBED];
  if (probed === undefined && step.length > 1) return -1;
  const index = probed?.findLastIndex((count) => count > 0) ?? -1;
  return index >= 0 ? index : step.length - 1;
}
