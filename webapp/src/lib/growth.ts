/** Growth of series, collected until somebody wants to redraw. */

/** What a run's growth needs to be collected; the API's `Growth` fits. */
export interface Grown {
  readonly run: string;
  readonly series: readonly { readonly tag: string }[] | null;
}

/** Two reports of one run as one: the later numbers, and the newest point of each series. */
export function mergeGrowth<G extends Grown>(earlier: G, later: G): G {
  if (earlier.series === null || later.series === null) return { ...later, series: null };
  const byTag = new Map(earlier.series.map((s) => [s.tag, s]));
  for (const series of later.series) byTag.set(series.tag, series);
  return { ...later, series: [...byTag.values()] };
}
