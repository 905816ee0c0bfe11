/** What scopes and nodes are called, and keys of them that links keep: paths, never numbers. */

import { bump } from "./bump";
import { baseType, FUNCTION, shortType, type Graph } from "./graph";

/** Before the name of a function call, within the key of a scope. */
const CALL = "/";
/** Before the name of a node, within its key. */
const NODE = "!";
/** Before which of several scopes of one name it is; which of several nodes. */
const REPEAT = "~";
const REPEATED_NODE = "#";

/** Names, paths and keys of one graph. */
export class Names {
  #nodesBefore: Uint32Array | null = null;
  readonly #graph: Graph;
  /** Nodes by their scope, in the order in which they ran. */
  readonly #nodeStart: Uint32Array;
  readonly #nodes: Uint32Array;
  /** How many scopes before one in the same scope have its name. */
  readonly #before: Uint32Array;

  constructor(graph: Graph) {
    this.#graph = graph;
    const { nodes, scopes } = graph;
    const start = new Uint32Array(scopes.count + 1);
    for (let i = 0; i < nodes.count; i++) bump(start, (nodes.scope[i] as number) + 1);
    for (let s = 0; s < scopes.count; s++) bump(start, s + 1, start[s] as number);
    const next = start.slice();
    const sorted = new Uint32Array(nodes.count);
    for (let i = 0; i < nodes.count; i++) sorted[bump(next, nodes.scope[i] as number)] = i;
    [this.#nodeStart, this.#nodes] = [start, sorted];
    this.#before = namesakes(graph);
  }

  /** The nodes whose innermost scope it is, in the order in which they ran. */
  nodesIn(scope: number): Uint32Array {
    return this.#nodes.subarray(this.#nodeStart[scope], this.#nodeStart[scope + 1]);
  }

  /** The scopes directly within it. */
  *scopesIn(scope: number): Generator<number> {
    const { end } = this.#graph.scopes;
    for (let s = scope + 1; s < (end[scope] ?? 0); s = end[s] ?? Infinity) yield s;
  }

  typeOf(node: number): string {
    return this.#graph.strings[this.#graph.nodes.type[node] ?? 0] ?? "";
  }

  shortTypeOf(node: number): string {
    return shortType(this.typeOf(node));
  }

  baseTypeOf(node: number): string {
    return baseType(this.typeOf(node));
  }

  nodeName(node: number): string {
    const name = this.#graph.strings[this.#graph.nodes.name[node] ?? 0] ?? "";
    return name === "" ? this.shortTypeOf(node) : name;
  }

  scopeName(scope: number): string {
    return this.#graph.strings[this.#graph.scopes.name[scope] ?? 0] ?? "";
  }

  scopeType(scope: number): string {
    return this.#graph.strings[this.#graph.scopes.type[scope] ?? 0] ?? "";
  }

  /** `h.3` rather than `3`: a number says nothing by itself. */
  scopeTitle(scope: number): string {
    const name = this.scopeName(scope);
    const parent = this.#graph.scopes.parent[scope] ?? -1;
    if (!/^\d+(#\d+)?$/.test(name) || parent <= 0)
      return name === "" ? this.scopeType(scope) : name;
    return `${this.scopeTitle(parent)}.${name}`;
  }

  /** The names of the modules around it, and its own: `layer1.0.conv1`; empty for the whole. */
  pathOf(scope: number): string {
    const { parent, kind } = this.#graph.scopes;
    const parts: string[] = [];
    for (let s = scope; s > 0; s = parent[s] ?? -1) {
      if (kind[s] !== FUNCTION) parts.push(this.scopeName(s));
    }
    return parts.reverse().join(".");
  }

  /** A text that is this scope's alone. */
  scopeKey(scope: number): string {
    const { parent } = this.#graph.scopes;
    const parts: string[] = [];
    for (let s = scope; s > 0; s = parent[s] ?? -1) parts.push(this.#part(s));
    return parts.reverse().join("");
  }

  /** A text that is this node's alone. */
  nodeKey(node: number): string {
    const scope = this.#graph.nodes.scope[node] ?? 0;
    const name = this.nodeName(node);
    this.#nodesBefore ??= nodeNamesakes(this.#graph, (each) => this.nodeName(each));
    const before = this.#nodesBefore[node] ?? 0;
    const which = before === 0 ? "" : `${REPEATED_NODE}${before + 1}`;
    return `${this.scopeKey(scope)}${NODE}${name}${which}`;
  }

  /** -1: there is none. */
  scopeAt(key: string): number {
    let [scope, rest] = [0, key];
    while (rest !== "") {
      let [found, longest] = [-1, 0];
      for (const child of this.scopesIn(scope)) {
        const part = this.#part(child);
        if (part.length <= longest || !rest.startsWith(part)) continue;
        const behind = rest[part.length];
        if (behind === undefined || behind === "." || behind === CALL) {
          [found, longest] = [child, part.length];
        }
      }
      if (found < 0) return -1;
      [scope, rest] = [found, rest.slice(longest)];
    }
    return scope;
  }

  /** -1: there is none. */
  nodeAt(key: string): number {
    // Names of nodes may hold what separates, and so may those of scopes: each place is tried.
    for (let at = key.indexOf(NODE); at >= 0; at = key.indexOf(NODE, at + 1)) {
      const scope = this.scopeAt(key.slice(0, at));
      const found = scope < 0 ? -1 : this.#nodeNamed(scope, key.slice(at + 1));
      if (found >= 0) return found;
    }
    return -1;
  }

  #nodeNamed(scope: number, called: string): number {
    for (const node of this.nodesIn(scope)) if (this.nodeName(node) === called) return node;
    const [, name = called, which = "1"] = /^(.*)#(\d+)$/s.exec(called) ?? [];
    let left = Number(which);
    for (const node of this.nodesIn(scope))
      if (this.nodeName(node) === name && --left === 0) return node;
    return -1;
  }

  #part(scope: number): string {
    const { parent, kind } = this.#graph.scopes;
    const lead = kind[scope] === FUNCTION ? CALL : parent[scope] === 0 ? "" : ".";
    const before = this.#before[scope] ?? 0;
    return `${lead}${this.scopeName(scope)}${before === 0 ? "" : `${REPEAT}${before + 1}`}`;
  }
}

/** How many nodes before each one in the same scope have its name. */
function nodeNamesakes({ nodes }: Graph, nameOf: (node: number) => string): Uint32Array {
  const before = new Uint32Array(nodes.count);
  const seen = new Map<number, Map<string, number>>();
  for (let i = 0; i < nodes.count; i++) {
    const scope = nodes.scope[i] as number;
    const counts = seen.get(scope) ?? new Map<string, number>();
    seen.set(scope, counts);
    const name = nameOf(i);
    const count = counts.get(name) ?? 0;
    before[i] = count;
    counts.set(name, count + 1);
  }
  return before;
}

/** How many scopes before each one in the same scope have its name. */
function namesakes({ scopes, strings }: Graph): Uint32Array {
  const before = new Uint32Array(scopes.count);
  const seen = new Map<number, number>();
  for (let s = 1; s < scopes.count; s++) {
    const isCall = scopes.kind[s] === FUNCTION ? 1 : 0;
    const place = (scopes.parent[s] as number) * strings.length + (scopes.name[s] as number);
    const key = 2 * place + isCall;
    const count = seen.get(key) ?? 0;
    before[s] = count;
    seen.set(key, count + 1);
  }
  return before;
}
