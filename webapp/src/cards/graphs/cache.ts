/** The graphs that were read last. */

import { fetchGraph, type LoggedGraph } from "../../api/graphs";
import { LoadingCache } from "../records/loading-cache";
import { placeAt } from "../records/record-address";

export const graphs = new LoadingCache<LoggedGraph>({
  load: (address, signal) => {
    const { run, tag, step, check } = placeAt(address);
    return fetchGraph(run, tag, step, check, signal);
  },
  most: 12,
  cost: ({ graph }) => graph.nodes.count + graph.edges.count,
  mostCost: 2_000_000,
});
