/** The graphs that were read last. */

import { fetchGraph, type LoggedGraph } from "../../api/graphs";
import { LoadingCache } from "../../cards/loading-cache";

interface Place {
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  readonly check: number;
}

export const graphs = new LoadingCache<LoggedGraph>({
  load: (address, signal) => {
    const { run, tag, step, check } = JSON.parse(address) as Place;
    return fetchGraph(run, tag, step, check, signal);
  },
  most: 12,
  cost: ({ graph }) => graph.nodes.count + graph.edges.count,
  mostCost: 2_000_000,
});

/** The address of a record by its place in the index of its series; null: there is none. */
export function addressOf(
  series: {
    readonly run: string;
    readonly tag: string;
    readonly step: Float64Array;
    readonly check: Float64Array;
  } | null,
  index: number,
): string | null {
  const [step, check] = [series?.step[index], series?.check[index]];
  if (series === null || step === undefined || check === undefined) return null;
  const place: Place = { run: series.run, tag: series.tag, step, check };
  return JSON.stringify(place);
}
