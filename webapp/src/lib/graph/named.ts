/** Tags that name a parameter or a module of a graph: `layer1.0.conv1.weight`, `grad_norm/layer1.0.conv1`. */

import type { Graph } from "./graph";
import type { Names } from "./names";

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
