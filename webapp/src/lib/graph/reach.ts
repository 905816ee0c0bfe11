/** What a node depends on, what depends on it, and what lies on any way between two: each in time linear in the edges. */

import { bump } from "./bump";
import type { Edges, Graph } from "./graph";

/** Edges by the node that they come from. */
export interface Outgoing {
  /** [N + 1]: positions in `edge`. */
  readonly start: Uint32Array;
  readonly edge: Uint32Array;
}

const made = new WeakMap<Edges, Outgoing>();

export function outgoing({ nodes, edges }: Graph): Outgoing {
  const known = made.get(edges);
  if (known !== undefined) return known;
  const start = new Uint32Array(nodes.count + 1);
  for (const from of edges.from) bump(start, from + 1);
  for (let i = 0; i < nodes.count; i++) bump(start, i + 1, start[i] as number);
  const next = start.slice();
  const edge = new Uint32Array(edges.count);
  for (let e = 0; e < edges.count; e++) edge[bump(next, edges.from[e] as number)] = e;
  const result = { start, edge };
  made.set(edges, result);
  return result;
}

export type ReachWay = "up" | "down";

/**
 * @param steps - how many edges away at most.
 * @param isCounted - 0 for nodes that are passed through: the way to them is no step.
 * @returns of each node, how many edges away it is, those given 0; -1: it is not reached.
 */
export function reached(
  graph: Graph,
  from: Iterable<number>,
  way: ReachWay,
  steps = Infinity,
  isCounted: Uint8Array | null = null,
): Int32Array {
  const { nodes, edges } = graph;
  const { start, edge } = outgoing(graph);
  const distance = new Int32Array(nodes.count).fill(-1);
  let level: number[] = [];
  for (const node of from) {
    distance[node] = 0;
    level.push(node);
  }
  for (let step = 1; level.length > 0 && step <= steps; step++) {
    const next: number[] = [];
    for (const node of level) {
      const [first, last] =
        way === "up"
          ? [nodes.inputs[node] as number, nodes.inputs[node + 1] as number]
          : [start[node] as number, start[node + 1] as number];
      for (let i = first; i < last; i++) {
        const other = way === "up" ? edges.from[i] : edges.to[edge[i] as number];
        if (distance[other as number] !== -1) continue;
        const isStep = isCounted === null || isCounted[other as number] === 1;
        distance[other as number] = isStep ? step : step - 1;
        (isStep ? next : level).push(other as number);
      }
    }
    level = next;
  }
  return distance;
}

/** 1 for each node on any way from one of `from` to one of `to`, both ends among them. */
export function between(graph: Graph, from: Iterable<number>, to: Iterable<number>): Uint8Array {
  const below = reached(graph, from, "down");
  const above = reached(graph, to, "up");
  return Uint8Array.from(below, (distance, i) => (distance >= 0 && (above[i] ?? -1) >= 0 ? 1 : 0));
}
