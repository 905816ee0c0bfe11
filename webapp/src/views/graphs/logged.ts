/** What was logged of the parameters and modules of a box. */

import type { NamedTag } from "../../lib/graph/named";
import type { Outline } from "../../lib/graph/outline";

const MOST = 8;

/** Tags of a box's module and of the parameters within it, the shortest first. */
export function relatedTags(
  outline: Outline,
  box: number,
  tags: readonly NamedTag[],
): readonly string[] {
  const scope = outline.scopeOf(box);
  const end = outline.graph.scopes.end[scope] ?? 0;
  if (scope === 0) return [];
  // A call within a module has no name of its own.
  let from = scope;
  const path = outline.names.pathOf(scope);
  const { parent } = outline.graph.scopes;
  while ((parent[from] ?? 0) > 0 && outline.names.pathOf(parent[from] ?? 0) === path) {
    from = parent[from] ?? 0;
  }
  return tags
    .filter((each) => (each.scope >= scope && each.scope < end) || each.scope === from)
    .map(({ tag }) => tag)
    .sort((one, other) => one.length - other.length)
    .slice(0, MOST);
}

/**
 * The number of each box, of numbers of tags: of its own module, else the greatest of what is in it.
 * @param values - of each tag; NaN: it has none.
 */
export function valuesByBox(
  outline: Outline,
  tags: readonly NamedTag[],
  values: readonly number[],
): (box: number) => number {
  const { scopes } = outline.graph;
  const own = new Float64Array(scopes.count).fill(NaN);
  const most = new Float64Array(scopes.count).fill(NaN);
  const greater = (column: Float64Array, scope: number, value: number): void => {
    if (!((column[scope] as number) >= value)) column[scope] = value;
  };
  tags.forEach(({ scope, parameter }, i) => {
    const value = values[i] ?? NaN;
    if (Number.isNaN(value)) return;
    greater(parameter < 0 ? own : most, scope, value);
  });
  for (let s = scopes.count - 1; s > 0; s--) {
    if (!Number.isNaN(own[s] as number)) most[s] = own[s] as number;
    if (!Number.isNaN(most[s] as number))
      greater(most, scopes.parent[s] as number, most[s] as number);
  }
  return (box) => {
    const scope = outline.scopeOf(box);
    if (scope === 0) return NaN;
    return outline.isNode(box) && outline.names.nodesIn(scope).length > 1
      ? NaN
      : (most[scope] ?? NaN);
  };
}
