/** Series of a tag by their runs. */

import type { ScalarSeries } from "../../api/scalars";

export function byRun(series: readonly ScalarSeries[]): ReadonlyMap<string, ScalarSeries> {
  return new Map(series.map((each) => [each.run, each]));
}

/** @returns whether an id is one of these. */
export function isIn(ids: readonly string[]): (id: string) => boolean {
  const all = new Set(ids);
  return (id) => all.has(id);
}
