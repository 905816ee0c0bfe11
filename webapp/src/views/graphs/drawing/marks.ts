/** Which boxes stand out: the selected one, what it is joined to, what was found, and ways through the graph. */

import type { Marks } from "../../../charts/graph/types";
import { between, reached } from "../../../lib/graph/reach";
import type { Outline } from "../../../lib/graph/outline";
import type { Scene } from "../../../lib/graph/scene";

/**
 * The nodes in a box, at any depth.
 * @param isAll - also those that are not shown.
 */
export function nodesOf(outline: Outline, box: number, isAll = false): readonly number[] {
  if (outline.isNode(box)) return [box];
  const { scopes } = outline.graph;
  const scope = outline.scopeOf(box);
  const phase = outline.phaseOf(box);
  const found: number[] = [];
  for (let s = scope; s < (scopes.end[scope] ?? 0); s++) {
    for (const node of outline.names.nodesIn(s)) {
      if ((isAll || outline.isShown[node]) && (scope === 0 || outline.phaseOf(node) === phase))
        found.push(node);
    }
  }
  return found;
}

/** The boxes of a drawing that hold nodes, and the frames around them. */
export function boxesWith(
  outline: Outline,
  seen: (box: number) => number,
  nodes: Iterable<number>,
): Set<number> {
  const boxes = new Set<number>();
  for (const node of nodes) {
    for (let box = seen(node); box >= 0 && !boxes.has(box); box = outline.parentOf(box))
      boxes.add(box);
  }
  return boxes;
}

export interface GraphTrace {
  readonly way: "none" | "up" | "down" | "both";
  readonly steps: number;
  /** The other end of a path; -1: none. */
  readonly path: number;
}

/** So many steps and more are all. */
export const ALL_STEPS = 50;

/** The nodes on the ways that a user asked for; null: none. */
export function tracedNodes(outline: Outline, box: number, trace: GraphTrace): Uint32Array | null {
  if (box < 0) return null;
  const { graph } = outline;
  const start = nodesOf(outline, box);
  if (trace.path >= 0) {
    const end = nodesOf(outline, trace.path);
    const forwards = between(graph, start, end);
    const one = positions(forwards, (flag) => flag === 1);
    return one.length > 0 ? one : positions(between(graph, end, start), (flag) => flag === 1);
  }
  if (trace.way === "none") return null;
  const ways = trace.way === "both" ? (["up", "down"] as const) : [trace.way];
  const distances = ways.map((way) =>
    reached(graph, start, way, trace.steps < ALL_STEPS ? trace.steps : Infinity, outline.isShown),
  );
  return positions(distances[0] ?? new Int32Array(), (_, i) =>
    distances.some((distance) => (distance[i] ?? -1) >= 0),
  );
}

function positions(
  values: ArrayLike<number>,
  isTaken: (value: number, i: number) => boolean,
): Uint32Array {
  const found: number[] = [];
  for (let i = 0; i < values.length; i++) if (isTaken(values[i] as number, i)) found.push(i);
  return Uint32Array.from(found);
}

/** What is joined to a box of the drawing: wires, and stubs of such that are not drawn whole. */
export function joinedTo(scene: Scene, box: number): Pick<Marks, "inputs" | "outputs"> {
  const [inputs, outputs] = [new Set<number>(), new Set<number>()];
  for (const { from, to } of [...scene.wires, ...scene.stubs]) {
    if (to === box) inputs.add(from);
    if (from === box) outputs.add(to);
  }
  return { inputs, outputs };
}
