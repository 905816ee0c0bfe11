/** Two graphs in one: all of the newer one, and what the older one had more. */

import { reversed, type Difference } from "./difference";
import type { Graph } from "./graph";
import { Names } from "./names";

export type Origin = "same" | "added" | "removed" | "changed";

export interface Union {
  readonly graph: Graph;
  /** [N] Of each node. */
  readonly origins: readonly Origin[];
  /** Where nodes and scopes of both are in it; -1: what has a partner is where that is. */
  readonly newerNodes: Int32Array;
  readonly olderNodes: Int32Array;
  readonly newerScopes: Int32Array;
  readonly olderScopes: Int32Array;
}

/** A scope or node, of which graph. */
interface Part {
  readonly place: number;
  readonly isOlder: boolean;
}

export function unionOf(newer: Graph, older: Graph, difference: Difference): Union {
  const nodes = nodesInOrder(newer, older, difference.nodes);
  const scopes = scopesInOrder(newer, older, difference.scopes);
  const [newerScopes, olderScopes] = placed(scopes, newer.scopes.count, older.scopes.count);
  const [newerNodes, olderNodes] = placed(nodes, newer.nodes.count, older.nodes.count);
  difference.scopes.forEach((other, i) => {
    if (other >= 0) olderScopes[other] = newerScopes[i] as number;
  });
  difference.nodes.forEach((other, i) => {
    if (other >= 0) olderNodes[other] = newerNodes[i] as number;
  });
  const shift = {
    strings: newer.strings.length,
    shapes: newer.shapes.length,
    attributes: newer.attributes.length,
    places: newer.places.length,
  };
  const of = ({ isOlder }: Part): Graph => (isOlder ? older : newer);
  const column = (
    parts: readonly Part[],
    read: (graph: Graph, place: number) => number,
    by = 0,
  ): Uint32Array =>
    Uint32Array.from(parts, (part) => read(of(part), part.place) + (part.isOlder ? by : 0));
  const joined = edgesOf(newer, older, nodes, newerNodes, olderNodes);
  const outputs = outputsOf(newer, older, nodes, shift.shapes);
  const origins = nodes.map(({ place, isOlder }): Origin => {
    if (isOlder) return "removed";
    if ((difference.nodes[place] as number) < 0) return "added";
    return difference.isChanged[place] ? "changed" : "same";
  });
  const scopeColumns = scopeColumnsOf(newer, older, scopes, difference, shift.strings);
  const graph: Graph = {
    ...newer,
    strings: [...newer.strings, ...older.strings],
    shapes: [...newer.shapes, ...older.shapes],
    attributes: [...newer.attributes, ...older.attributes],
    places: [...newer.places, ...older.places],
    nodes: {
      count: nodes.length,
      type: column(nodes, (from, i) => from.nodes.type[i] as number, shift.strings),
      name: column(nodes, (from, i) => from.nodes.name[i] as number, shift.strings),
      scope: Uint32Array.from(nodes, (part) => {
        const scope = of(part).nodes.scope[part.place] as number;
        return (part.isOlder ? olderScopes[scope] : newerScopes[scope]) as number;
      }),
      phase: column(nodes, (from, i) => from.nodes.phase[i] as number),
      flops: Float64Array.from(nodes, (part) => of(part).nodes.flops[part.place] as number),
      seconds: null,
      attributes: column(nodes, (from, i) => from.nodes.attributes[i] as number, shift.attributes),
      place: column(nodes, (from, i) => from.nodes.place[i] as number, shift.places),
      inputs: joined.inputs,
      outputs: outputs.starts,
    },
    edges: joined.edges,
    outputs: outputs.shapes,
    scopes: scopeColumns,
    parameters: { ...newer.parameters, ...parametersIn(newer, newerScopes, newerNodes) },
    notes: newer.notes.map((note) => ({
      ...note,
      node: note.node === null ? null : (newerNodes[note.node] as number),
      scope: note.scope === null ? null : (newerScopes[note.scope] as number),
    })),
  };
  return { graph, origins, newerNodes, olderNodes, newerScopes, olderScopes };
}

/** What was removed comes before what followed it. */
function nodesInOrder(newer: Graph, older: Graph, partners: Int32Array): readonly Part[] {
  const back = reversed(partners, older.nodes.count);
  const parts: Part[] = [];
  let next = 0;
  const removedUntil = (end: number): void => {
    for (; next < end; next++)
      if ((back[next] as number) < 0) parts.push({ place: next, isOlder: true });
  };
  for (let i = 0; i < newer.nodes.count; i++) {
    removedUntil(partners[i] as number);
    parts.push({ place: i, isOlder: false });
  }
  removedUntil(older.nodes.count);
  return parts;
}

function scopesInOrder(newer: Graph, older: Graph, partners: Int32Array): readonly Part[] {
  const [names, olderNames] = [new Names(newer), new Names(older)];
  const back = reversed(partners, older.scopes.count);
  const parts: Part[] = [];
  const waiting: Part[] = [{ place: 0, isOlder: false }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    parts.push(part);
    const children: Part[] = [];
    const own = part.isOlder ? [] : [...names.scopesIn(part.place)];
    const other = part.isOlder ? part.place : (partners[part.place] as number);
    const had = other < 0 ? [] : [...olderNames.scopesIn(other)];
    let next = 0;
    const removedUntil = (end: number): void => {
      for (; next < had.length && (had[next] as number) < end; next++) {
        const place = had[next] as number;
        if ((back[place] as number) < 0) children.push({ place, isOlder: true });
      }
    };
    for (const place of own) {
      if ((partners[place] as number) >= 0) removedUntil(partners[place] as number);
      children.push({ place, isOlder: false });
    }
    removedUntil(Infinity);
    waiting.push(...children.reverse());
  }
  return parts;
}

function placed(parts: readonly Part[], newer: number, older: number): [Int32Array, Int32Array] {
  const made: [Int32Array, Int32Array] = [
    new Int32Array(newer).fill(-1),
    new Int32Array(older).fill(-1),
  ];
  parts.forEach(({ place, isOlder }, i) => {
    made[isOlder ? 1 : 0][place] = i;
  });
  return made;
}

/** The edges of the newer graph, and those of the older one that begin or end at what was removed. */
function edgesOf(
  newer: Graph,
  older: Graph,
  nodes: readonly Part[],
  newerNodes: Int32Array,
  olderNodes: Int32Array,
) {
  const edges = {
    from: [] as number[],
    to: [] as number[],
    output: [] as number[],
    kind: [] as number[],
  };
  const inputs = new Uint32Array(nodes.length + 1);
  const removed = (place: number): boolean => nodes[olderNodes[place] as number]?.isOlder === true;
  const back = reversed(olderNodes, nodes.length);
  const add = (graph: Graph, e: number, places: Int32Array, to: number): void => {
    edges.from.push(places[graph.edges.from[e] as number] as number);
    edges.to.push(to);
    edges.output.push(graph.edges.output[e] as number);
    edges.kind.push(graph.edges.kind[e] as number);
  };
  nodes.forEach(({ place, isOlder }, i) => {
    const own = isOlder ? older : newer;
    const places = isOlder ? olderNodes : newerNodes;
    for (
      let e = own.nodes.inputs[place] as number;
      e < (own.nodes.inputs[place + 1] as number);
      e++
    ) {
      add(own, e, places, i);
    }
    const other = isOlder ? -1 : (back[i] as number);
    if (other >= 0) {
      const end = older.nodes.inputs[other + 1] as number;
      for (let e = older.nodes.inputs[other] as number; e < end; e++) {
        if (removed(older.edges.from[e] as number)) add(older, e, olderNodes, i);
      }
    }
    inputs[i + 1] = edges.from.length;
  });
  const columns = Object.fromEntries(
    Object.entries(edges).map(([name, values]) => [name, Uint32Array.from(values)]),
  ) as Record<keyof typeof edges, Uint32Array>;
  return { inputs, edges: { count: edges.from.length, ...columns } };
}

function outputsOf(newer: Graph, older: Graph, nodes: readonly Part[], shift: number) {
  const starts = new Uint32Array(nodes.length + 1);
  const shapes: number[] = [];
  nodes.forEach(({ place, isOlder }, i) => {
    const own = isOlder ? older : newer;
    for (
      let k = own.nodes.outputs[place] as number;
      k < (own.nodes.outputs[place + 1] as number);
      k++
    ) {
      shapes.push((own.outputs[k] as number) + (isOlder ? shift : 0));
    }
    starts[i + 1] = shapes.length;
  });
  return { starts, shapes: Uint32Array.from(shapes) };
}

function scopeColumnsOf(
  newer: Graph,
  older: Graph,
  parts: readonly Part[],
  { isTouched }: Difference,
  shift: number,
): Graph["scopes"] {
  const read = (name: "name" | "type" | "kind" | "depth" | "structure", by: number): Uint32Array =>
    Uint32Array.from(parts, ({ place, isOlder }) =>
      isOlder ? (older.scopes[name][place] as number) + by : (newer.scopes[name][place] as number),
    );
  const depth = read("depth", 0);
  const count = parts.length;
  const parent = new Int32Array(count).fill(-1);
  const end = new Uint32Array(count).fill(count);
  const around: number[] = [];
  for (let s = 0; s < count; s++) {
    while (around.length > (depth[s] as number)) end[around.pop() as number] = s;
    parent[s] = around.at(-1) ?? -1;
    around.push(s);
  }
  const most = newer.scopes.structure.reduce((high, each) => Math.max(high, each), 0) + 1;
  const structure = read("structure", most);
  const beyond = most + older.scopes.structure.reduce((high, each) => Math.max(high, each), 0) + 1;
  // What has changed inside is equal to no neighbor.
  parts.forEach(({ place, isOlder }, s) => {
    if (!isOlder && isTouched[place]) structure[s] = beyond + s;
  });
  const texts = { name: read("name", shift), type: read("type", shift), kind: read("kind", 0) };
  return { count, depth, ...texts, structure, parent, end };
}

function parametersIn({ parameters }: Graph, scopes: Int32Array, nodes: Int32Array) {
  return {
    scope: parameters.scope.map((scope) => scopes[scope] as number),
    usedBy: parameters.usedBy.map((node) => nodes[node] as number),
  };
}
