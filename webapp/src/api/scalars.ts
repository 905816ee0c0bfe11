/** The routes of scalars: points to draw, and downloads of all. */

import { askWith } from "./ask";
import { bytes, floats, ints, sameLength, table } from "./columns";
import { flag, number, text } from "./decode";
import { orMissing, type MissingSeries, type SeriesKey } from "./series";
import { list, mapped, nullable, object, type Of } from "./shapes";

export type Axis = "step" | "relative" | "wall";

export interface ScalarsQuery {
  readonly series: readonly (SeriesKey & { have?: number; version?: number })[];
  readonly pixels: number;
  readonly axis: Axis;
  readonly range: readonly [number | null, number | null];
  readonly smoothing: number;
  readonly quantiles: boolean;
  /** Whose mean is taken away from each value, at its step; nothing is, unless given. */
  readonly baseline?: ScalarBaseline | undefined;
}

export interface ScalarBaseline {
  /** Their ids. */
  readonly runs: readonly string[];
  /** Another one whenever their points may have changed: what was answered before is asked again then. */
  readonly version: string;
}

/** Non-finite points: for each bucket and kind the first one, and how many there are. */
const nonFinite = table({
  step: floats,
  walltime: floats,
  /** 0 NaN, 1 +infinity, 2 -infinity. */
  what: bytes,
  count: ints,
});
export type NonFinite = Of<typeof nonFinite>;

const stats = object({
  min: nullable(number),
  min_step: nullable(number),
  max: nullable(number),
  max_step: nullable(number),
  last: nullable(number),
  last_step: nullable(number),
  nan: number,
  posinf: number,
  neginf: number,
  q05: nullable(number),
  q95: nullable(number),
});
export type Stats = Of<typeof stats>;

const columns = object({
  run: text,
  tag: text,
  version: number,
  count: number,
  superseded: number,
  /** The steps at which later writers went on, rising. */
  resumed: list(number),
  in_range: number,
  exact: flag,
  append: flag,
  /** The first walltime, in seconds since 1970. */
  origin: number,
  step: floats,
  walltime: floats,
  value: floats,
  smoothed: nullable(floats),
  nonfinite: nonFinite,
  stats,
});
/** Columns of one series, in step order; all of one length. */
export type ScalarSeries = Of<typeof columns>;

const scalarSeries = mapped(columns, (series, where) => {
  const { step, walltime, value, smoothed } = series;
  sameLength(where, { step, walltime, value, smoothed });
  return series;
});

export const scalars = object({ series: list(orMissing(scalarSeries)) });

/** One entry for each of `query.series`, in its order. Rejects with an AbortError when aborted. */
export async function fetchScalars(
  { baseline, ...query }: ScalarsQuery,
  signal?: AbortSignal,
): Promise<readonly (ScalarSeries | MissingSeries)[]> {
  const body = baseline === undefined ? query : { ...query, baseline: baseline.runs };
  return scalars(await askWith("scalars", body, signal), "scalars").series;
}

/** Address of a download with every raw point of the given runs and tags. */
export function exportUrl(
  runs: readonly string[],
  tags: readonly string[],
  format: "csv" | "tsv" | "json",
  superseded = false,
): string {
  const query = new URLSearchParams();
  for (const run of runs) query.append("run", run);
  for (const tag of tags) query.append("tag", tag);
  query.set("format", format);
  if (superseded) query.set("superseded", "true");
  return `./api/export?${query}`;
}
