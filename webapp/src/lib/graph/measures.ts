/** The numbers of a graph by its scopes and nodes; of two that are drawn as one, those of each side in the places of the drawing. */

import { ENDS, type Graph } from "./graph";
import { memoryOf, type Memory } from "./memory";
import { outputBytes, totalsOf, type Totals } from "./totals";
import type { Union } from "./union";

export interface Measures {
  readonly totals: Totals;
  /** [N] of the outputs. */
  readonly bytes: Float64Array;
  /** [N], NaN: not counted. */
  readonly flops: Float64Array;
  /** [N] 1 for operations of this side; what a graph is given and gives is none. */
  readonly isOperation: Uint8Array;
}

export const NEWER = 1;
export const OLDER = 2;

export interface Sides {
  /** Measures of the newer graph; for scopes and nodes that only the older one has, of that. */
  readonly now: Measures;
  /** Measures of the older graph; nothing for what only the newer one has. */
  readonly before: Measures;
  /** Which graphs have each scope, [S], and each node, [N]: the sum of `NEWER` and `OLDER`. */
  readonly scopes: Uint8Array;
  readonly nodes: Uint8Array;
}

/** @param phases - those that count for the whole. */
export function measuresOf(graph: Graph, phases: readonly boolean[]): Measures {
  const { nodes, strings, flavor } = graph;
  const isEnd = strings.map((text) => flavor !== "data" && ENDS.has(text));
  return {
    totals: totalsOf(graph, phases),
    bytes: outputBytes(graph),
    flops: nodes.flops,
    isOperation: Uint8Array.from(nodes.type, (type) => (isEnd[type] === true ? 0 : 1)),
  };
}

export function sidesOf(
  union: Union,
  newer: Graph,
  older: Graph,
  phases: readonly boolean[],
): Sides {
  const before = placed(measuresOf(older, phases), union, "older", null);
  return {
    now: placed(measuresOf(newer, phases), union, "newer", before),
    before,
    scopes: having(union.graph.scopes.count, union.newerScopes, union.olderScopes),
    nodes: having(union.graph.nodes.count, union.newerNodes, union.olderNodes),
  };
}

/** Memory of the newer graph, and of what only the older one has. */
export function memoryOfSides(union: Union, newer: Graph, older: Graph): Memory {
  const [now, before] = [memoryOf(newer), memoryOf(older)];
  const live = put(before.live, union.olderNodes, new Float64Array(union.graph.nodes.count));
  const peak = now.peak < 0 ? -1 : (union.newerNodes[now.peak] as number);
  return { live: put(now.live, union.newerNodes, live), held: now.held, peak };
}

function having(count: number, newer: Int32Array, older: Int32Array): Uint8Array {
  const made = new Uint8Array(count);
  for (const place of newer) made[place] = NEWER;
  for (const place of older) made[place] = OLDER | (made[place] as number);
  return made;
}

/** Each value at its place, over what is there. */
function put<T extends Float64Array | Uint8Array>(values: T, places: Int32Array, into: T): T {
  places.forEach((place, i) => {
    into[place] = values[i] as number;
  });
  return into;
}

/** @param under - what counts where this side has nothing. */
function placed(
  own: Measures,
  union: Union,
  side: "newer" | "older",
  under: Measures | null,
): Measures {
  const [scopes, nodes] = [union[`${side}Scopes`], union[`${side}Nodes`]];
  const { scopes: all, nodes: allNodes } = union.graph;
  const columns = <T extends object>(values: T, below: T | null): T =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (!(value instanceof Float64Array)) return [name, value as unknown];
        const had = below?.[name as keyof T] as Float64Array | undefined;
        return [name, put(value, scopes, had?.slice() ?? new Float64Array(all.count))];
      }),
    ) as T;
  const { totals } = own;
  const nothing = (): Float64Array => new Float64Array(allNodes.count);
  return {
    totals: {
      ...columns(totals, under?.totals ?? null),
      ofPhase: totals.ofPhase.map((each, p) => columns(each, under?.totals.ofPhase[p] ?? null)),
    },
    bytes: put(own.bytes, nodes, under?.bytes.slice() ?? nothing()),
    flops: put(own.flops, nodes, under?.flops.slice() ?? nothing().fill(NaN)),
    isOperation: put(own.isOperation, nodes, new Uint8Array(allNodes.count)),
  };
}
