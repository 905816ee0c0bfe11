/** Tags that name a parameter or a module of a graph: `layer1.0.conv1.weight`, `grad_norm/layer1.0.conv1`. */

import type { Outline } from "../../lib/graph/outline";

const MOST = 8;

/** Whether a tag names what `name` is: alone, or after or before a slash. Slashes within stand for dots. */
export function names(tag: string, name: string): boolean {
  if (name === "") return false;
  const plain = `/${tag.replaceAll(".", "/")}/`;
  return plain.includes(`/${name.replaceAll(".", "/")}/`);
}

/** Of a box: tags of its module, and of the parameters of this module, the shortest first. */
export function relatedTags(
  outline: Outline,
  box: number,
  tags: readonly string[],
): readonly string[] {
  const { parameters, strings, scopes } = outline.graph;
  const scope = outline.scopeOf(box);
  const path = outline.names.pathOf(scope);
  const wanted = path === "" ? [] : [path];
  const end = scopes.end[scope] ?? 0;
  for (let p = 0; p < parameters.count; p++) {
    const own = parameters.scope[p] as number;
    if (scope > 0 && own >= scope && own < end)
      wanted.push(strings[parameters.name[p] as number] ?? "");
  }
  if (wanted.length === 0) return [];
  const isWanted = (tag: string): boolean => wanted.some((name) => names(tag, name));
  return tags
    .filter(isWanted)
    .sort((one, other) => one.length - other.length)
    .slice(0, MOST);
}
