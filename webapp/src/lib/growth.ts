/** Growth of series, collected until somebody wants to redraw. */

/** What a run's growth needs to be collected; the API's `Growth` fits. */
export interface Grown {
  readonly run: string;
  readonly series: readonly { readonly kind: string; readonly tag: string }[] | null;
}

/** Two reports of one run as one: the later numbers, and the newest point of each series. */
export function mergeGrowth<G extends Grown>(earlier: G, later: G): G {
  if (earlier.series === null || later.series === null) return { ...later, series: null };
  // Kinds have no spaces: the first one ends the kind.
  const newest = new Map(earlier.series.map((s) => [`${s.kind} ${s.tag}`, s]));
  for (const series of later.series) newest.set(`${series.kind} ${series.tag}`, series);
  return { ...later, series: [...newest.values()] };
}
