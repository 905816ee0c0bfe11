/** Which part of a run's graph a tag names. Loaded when it is asked for: graphs are large. */

import { fetchRecords } from "../../api/records";
import { namedTags, targetsOf } from "../../lib/graph/named";
import { Names } from "../../lib/graph/names";
import type { Graph } from "../../lib/graph/graph";
import { addressOf } from "../records/record-address";
import { graphs } from "./cache";

/** What an address of the view of graphs says of it. */
export interface GraphNode {
  readonly run: string;
  /** Of the graph. */
  readonly tag: string;
  readonly key: string;
}

interface Known {
  readonly names: Names;
  readonly targets: ReturnType<typeof targetsOf>;
}

const known = new WeakMap<Graph, Known>();

function namesOf(graph: Graph): Known {
  const made = known.get(graph);
  if (made !== undefined) return made;
  const names = new Names(graph);
  const all = { names, targets: targetsOf(graph, names) };
  known.set(graph, all);
  return all;
}

/** The key of the scope that a tag names, or whose parameter it names; null: it names none. */
export function keyNamed(graph: Graph, tag: string): string | null {
  const { names, targets } = namesOf(graph);
  const [found] = namedTags(targets, [tag]);
  return found === undefined || found.scope === 0 ? null : names.scopeKey(found.scope);
}

/**
 * Looks into the newest graph of each tag, until one has it.
 * @param tags - of graphs of the run. Rejects with an AbortError when aborted.
 */
export async function nodeNamed(
  run: string,
  tags: readonly string[],
  named: string,
  signal: AbortSignal,
): Promise<GraphNode | null> {
  const series = tags.map((tag) => ({ run, tag }));
  for (const each of await fetchRecords("graph", series, [], signal)) {
    if ("error" in each) continue;
    const address = addressOf(each, each.step.length - 1);
    if (address === null) continue;
    const { graph } = await graphs.get(address, signal);
    const key = keyNamed(graph, named);
    if (key !== null) return { run, tag: each.tag, key };
  }
  return null;
}
