/** What a search found, as boxes: one for an operation and the modules that hold nothing else. */

import type { Outline } from "../../lib/graph/outline";
import type { Found } from "../../lib/graph/search";
import { outermostOf } from "./boxes";

export interface SearchHit {
  /** A node or a scope. */
  readonly place: number;
  readonly isScope: boolean;
  readonly box: number;
}

/** In the order in which they ran. */
export function hitsOf(outline: Outline, { nodes, scopes }: Found): readonly SearchHit[] {
  const hits: SearchHit[] = [];
  const known = new Set<number>();
  for (const scope of scopes) {
    const phase = [0, 1, 2, 3].find((each) => outline.amountIn(outline.boxOf(scope, each)) > 0);
    if (phase === undefined) continue;
    const inside = outline.boxOf(scope, phase);
    const only = outline.onlyNode(inside);
    const box = only >= 0 ? outermostOf(outline, only) : inside;
    if (known.has(box)) continue;
    known.add(box);
    hits.push(
      box === inside ? { place: scope, isScope: true, box } : { place: only, isScope: false, box },
    );
  }
  for (const node of nodes) {
    const box = outline.isShown[node] ? outermostOf(outline, node) : node;
    if (known.has(box)) continue;
    known.add(box);
    hits.push({ place: node, isScope: false, box });
  }
  const first = ({ box }: SearchHit): number => outline.firstIn(box);
  return hits.sort((one, other) => first(one) - first(other));
}
