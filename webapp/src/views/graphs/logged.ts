/** Tags that name a parameter or a module of a graph: `layer1.0.conv1.weight`, `grad_norm/layer1.0.conv1`. */

import type { Graph } from "../../lib/graph/graph";
import type { Names } from "../../lib/graph/names";
import type { Outline } from "../../lib/graph/outline";

const MOST = 8;

/** A tag that names something of a graph. */
export interface NamedTag {
  readonly tag: string;
  /** What of it was logged: the rest of the tag; empty: there is none. */
  readonly what: string;
  /** The scope that it names, or of the parameter that it names. */
  readonly scope: number;
  /** -1: it names a module. */
  readonly parameter: number;
}

interface Target {
  readonly scope: number;
  readonly parameter: number;
}

/** What names of modules and parameters stand for; slashes in names count as dots. */
export function targetsOf(graph: Graph, names: Names): ReadonlyMap<string, Target> {
  const targets = new Map<string, Target>();
  for (let scope = 1; scope < graph.scopes.count; scope++) {
    const path = names.pathOf(scope).replaceAll("/", ".");
    // Of a module and the calls within it, which have its path, the module comes first.
    if (path !== "" && !targets.has(path)) targets.set(path, { scope, parameter: -1 });
  }
  const { parameters, strings } = graph;
  for (let p = 0; p < parameters.count; p++) {
    const name = (strings[parameters.name[p] as number] ?? "").replaceAll("/", ".");
    if (name !== "") targets.set(name, { scope: parameters.scope[p] as number, parameter: p });
  }
  return targets;
}

/** The tags that name something: the longest name in each counts, wherever it stands between slashes. */
export function namedTags(
  targets: ReadonlyMap<string, Target>,
  tags: readonly string[],
): readonly NamedTag[] {
  return tags.flatMap((tag) => {
    const parts = tag.split("/");
    for (let length = parts.length; length > 0; length--) {
      for (let start = parts.length - length; start >= 0; start--) {
        const target = targets.get(parts.slice(start, start + length).join("."));
        if (target === undefined) continue;
        const what = [...parts.slice(0, start), ...parts.slice(start + length)].join("/");
        return [{ tag, what, ...target }];
      }
    }
    return [];
  });
}

/** Of a box: the tags of its module and of the parameters within it, the shortest first. */
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
