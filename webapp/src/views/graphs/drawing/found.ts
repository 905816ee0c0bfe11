/** What a search found, as boxes: one for an operation and the modules that hold nothing else. */

import type { Graph } from "../../../lib/graph/graph";
import type { Outline } from "../../../lib/graph/outline";
import type { Found } from "../../../lib/graph/search";
import { outermostOf } from "./boxes";

export interface SearchHit {
  /** A node or a scope. */
  readonly place: number;
  readonly isScope: boolean;
  readonly box: number;
}

/** How well a place answers what is searched: 0 is called so, 1 has it in its name, 2 elsewhere. */
export function rankBy(graph: Graph, query: string): (place: number, isScope: boolean) => number {
  const wanted = query.trim().toLowerCase();
  return (place, isScope) => {
    const name = graph.strings[(isScope ? graph.scopes : graph.nodes).name[place] as number];
    const text = name?.toLowerCase() ?? "";
    return text === wanted ? 0 : text.includes(wanted) ? 1 : 2;
  };
}

/** By rank, and then in the order in which they ran. */
export function hitsOf(
  outline: Outline,
  { nodes, scopes }: Found,
  rankOf: ReturnType<typeof rankBy>,
): readonly SearchHit[] {
  const hits: SearchHit[] = [];
  const ranks = new Map<number, number>();
  const known = new Set<number>();
  for (const scope of scopes) {
    const phase = [0, 1, 2, 3].find((each) => outline.amountIn(outline.boxOf(scope, each)) > 0);
    if (phase === undefined) continue;
    const inside = outline.boxOf(scope, phase);
    const only = outline.onlyNode(inside);
    const box = only >= 0 ? outermostOf(outline, only) : inside;
    ranks.set(box, Math.min(ranks.get(box) ?? 2, rankOf(scope, true)));
    if (known.has(box)) continue;
    known.add(box);
    hits.push(
      box === inside ? { place: scope, isScope: true, box } : { place: only, isScope: false, box },
    );
  }
  for (const node of nodes) {
    const box = outline.isShown[node] ? outermostOf(outline, node) : node;
    ranks.set(box, Math.min(ranks.get(box) ?? 2, rankOf(node, false)));
    if (known.has(box)) continue;
    known.add(box);
    hits.push({ place: node, isScope: false, box });
  }
  const first = ({ box }: SearchHit): number => outline.firstIn(box);
  const rank = ({ box }: SearchHit): number => ranks.get(box) ?? 2;
  return hits.sort((one, other) => rank(one) - rank(other) || first(one) - first(other));
}
