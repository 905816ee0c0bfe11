/** What the panel shows of a box. */

import { outermostOf } from "../drawing/boxes";
import type { Graph } from "../../../lib/graph/graph";
import type { Outline } from "../../../lib/graph/outline";
import { outgoing } from "../../../lib/graph/reach";
import { bytesOf, edgeShape, itemsOf, outputShapes, shapeText } from "../../../lib/graph/shapes";
import { nodesOf } from "../drawing/marks";

/** Another box that takes from this one, or gives to it. */
export interface Neighbor {
  readonly node: number;
  readonly name: string;
  /** What goes between both; empty: not known. */
  readonly shape: string;
  /** What the operation calls it: `mat1`; empty: not known, or the box is of several operations. */
  readonly argument: string;
  readonly isControl: boolean;
}

export interface Held {
  readonly name: string;
  readonly shape: string;
  readonly items: number;
  readonly bytes: number;
  /** Position in `ROLES`. */
  readonly role: number;
  readonly isTrained: boolean;
  /** Name of the first one that is the same tensor; null: it is the first one. */
  readonly sharedWith: string | null;
}

const MOST_NEIGHBORS = 200;

/** What comes in and what goes out across the border of a box, each other end once. */
export function neighborsOf(
  outline: Outline,
  box: number,
): { readonly inputs: readonly Neighbor[]; readonly outputs: readonly Neighbor[] } {
  const { graph } = outline;
  const { nodes, edges } = graph;
  const own = new Set(nodesOf(outline, box, true));
  const inputs = new Map<number, Neighbor>();
  const outputs = new Map<number, Neighbor>();
  const add = (found: Map<number, Neighbor>, node: number, by: number, argument = ""): void => {
    if (own.has(node) || found.has(node) || found.size >= MOST_NEIGHBORS) return;
    const shape = edgeShape(graph, outline.edgeOut(by));
    found.set(node, {
      node,
      name: nameOf(outline, node),
      shape: shape === null ? "" : shapeText(shape),
      argument,
      isControl: edges.kind[by] === 1,
    });
  };
  for (const node of own) {
    for (let e = nodes.inputs[node] as number; e < (nodes.inputs[node + 1] as number); e++) {
      const from = outline.sourceOf(edges.from[e] as number);
      if (from >= 0) add(inputs, from, e, own.size === 1 ? argumentOf(graph, node, e) : "");
    }
    takers(outline, node, (to, e) => add(outputs, to, e));
  }
  return { inputs: [...inputs.values()], outputs: [...outputs.values()] };
}

/** What a node calls its edge, where it says which arguments are which of its inputs. */
function argumentOf({ nodes, attributes }: Graph, node: number, edge: number): string {
  const { tensors } = attributes[nodes.attributes[node] as number] ?? {};
  if (typeof tensors !== "object" || tensors === null) return "";
  const source = `input ${edge - (nodes.inputs[node] as number)}`;
  const found = Object.entries(tensors).find(([, value]) =>
    Array.isArray(value) ? value.includes(source) : value === source,
  );
  return found?.[0] ?? "";
}

/** What takes from a node, also through operations that are not shown. */
function takers(outline: Outline, node: number, use: (taker: number, edge: number) => void): void {
  const { start, edge } = outgoing(outline.graph);
  const seen = new Set<number>([node]);
  const waiting = [node];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (let i = start[from] as number; i < (start[from + 1] as number); i++) {
      const e = edge[i] as number;
      const to = outline.graph.edges.to[e] as number;
      if (outline.isShown[to]) use(to, e);
      else if (!seen.has(to) && seen.size < MOST_NEIGHBORS && outline.sourceOf(to) >= 0) {
        seen.add(to);
        waiting.push(to);
      }
    }
  }
}

/** Where it is, and what: `h.0.attn softmax`. */
function nameOf(outline: Outline, node: number): string {
  const { names } = outline;
  const around = outline.isShown[node] ? outermostOf(outline, node) : node;
  const path = names.pathOf(outline.scopeOf(around));
  if (!outline.isNode(around)) {
    const own = names.scopeTitle(outline.scopeOf(around));
    return outline.isFunction(around) && path !== "" ? `${path} ${own}` : path || own;
  }
  const name = names.nodeName(node);
  return path === "" ? name : `${path} ${name}`;
}

/** Parameters of the scope of a box, and of those within it. */
export function parametersOf(outline: Outline, box: number): readonly Held[] {
  const { parameters, scopes, strings, shapes } = outline.graph;
  const text = (position: number): string => strings[position] ?? "";
  const isNode = outline.isNode(box);
  const scope = outline.scopeOf(box);
  const end = scopes.end[scope] ?? 0;
  const found: Held[] = [];
  for (let p = 0; p < parameters.count; p++) {
    const own = parameters.scope[p] as number;
    const isIn = isNode ? takes(outline, p, box) : own >= scope && own < end;
    if (!isIn) continue;
    const shape = shapes[parameters.shape[p] as number] ?? { dtype: "", sizes: null };
    const root = parameters.sharedWith[p] as number;
    found.push({
      name: text(parameters.name[p] as number),
      shape: shapeText(shape),
      items: itemsOf(shape),
      bytes: bytesOf(shape),
      role: parameters.role[p] as number,
      isTrained: parameters.trained[p] === 1,
      sharedWith: root === p ? null : text(parameters.name[root] as number),
    });
  }
  return found;
}

function takes({ graph: { parameters } }: Outline, p: number, node: number): boolean {
  for (let i = parameters.uses[p] as number; i < (parameters.uses[p + 1] as number); i++) {
    if (parameters.usedBy[i] === node) return true;
  }
  return false;
}

export function shapesOut(outline: Outline, node: number): readonly string[] {
  return outputShapes(outline.graph, node).map(shapeText);
}

/** Notes of a box, of what is in it, or of the whole. */
export function notesOf(outline: Outline, box: number) {
  const { notes, nodes, scopes } = outline.graph;
  if (box < 0 || box === outline.root) return notes;
  const scope = outline.scopeOf(box);
  const end = scopes.end[scope] ?? 0;
  return notes.filter(({ node, scope: of }) => {
    if (outline.isNode(box)) return node === box;
    const at = node === null ? of : (nodes.scope[node] ?? -1);
    return at !== null && at >= scope && at < end;
  });
}
