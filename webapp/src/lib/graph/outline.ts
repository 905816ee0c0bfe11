/**
 * What of a graph is shown: its boxes, what lies in each, and the edges between those in one box.
 *
 * A box is a node, or a scope as one phase ran it: the backward operations of a scope are a box of
 * their own, so that no box is both before and behind another. Boxes are numbers: of node `i` it is `i`,
 * and of scope `s` in phase `p` it is `N + p * S + s`.
 */

import { bump } from "./bump";
import { FUNCTION, type Graph } from "./graph";
import { Names } from "./names";
import { viewOnly } from "./views";

export interface Switches {
  /** Whether each phase is shown, by its position in `PHASES`. */
  readonly phases: readonly boolean[];
  /** Operations that only look at a tensor in another way. */
  readonly views: boolean;
}

/** Edges between the boxes that lie directly in one frame. */
export interface FrameEdges {
  /** Positions in the graph's edges. */
  readonly edge: Uint32Array;
  /** The nodes at its ends: where an operation that is not shown was between them, what is before it. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** The boxes of the frame that these nodes lie in. */
  readonly a: Uint32Array;
  readonly b: Uint32Array;
}

const NONE = new Uint32Array();

export class Outline {
  readonly graph: Graph;
  readonly names: Names;
  readonly root: number;
  /** Boxes are below it. */
  readonly size: number;
  /** 1 for each node that is shown. */
  readonly isShown: Uint8Array;
  /** Number of nodes in each scope's box, at any depth. */
  readonly #amount: Uint32Array;
  /** First node in each scope's box. */
  readonly #first: Uint32Array;
  /** The node that edges of each node come from. */
  readonly #source: Int32Array;
  /** 1 for boxes from which something leaves the one around them; 2 where something comes from outside. */
  readonly #outward: Uint8Array;
  readonly #edgeStart: Uint32Array;
  readonly #edges: FrameEdges;
  /** Place of each node among those of its scope and phase. */
  readonly #rank: Uint32Array;
  readonly #children = new Map<number, Uint32Array>();

  constructor(graph: Graph, switches: Switches, names = new Names(graph)) {
    this.graph = graph;
    this.names = names;
    const { nodes, scopes } = graph;
    const [N, S] = [nodes.count, scopes.count];
    this.root = N;
    this.size = N + 4 * S;
    const isView = switches.views ? null : viewOnly(graph);
    this.isShown = new Uint8Array(N);
    for (let i = 0; i < N; i++) {
      this.isShown[i] = switches.phases[nodes.phase[i] as number] && !isView?.[i] ? 1 : 0;
    }
    this.#amount = new Uint32Array(4 * S);
    this.#first = new Uint32Array(4 * S).fill(0xffffffff);
    this.#count();
    this.#rank = new Uint32Array(N);
    const seen = new Uint32Array(4 * S);
    for (let i = 0; i < N; i++) {
      const place = (nodes.phase[i] as number) * S + (nodes.scope[i] as number);
      this.#rank[i] = bump(seen, place);
    }
    this.#source = this.#sources(switches);
    this.#outward = new Uint8Array(this.size);
    [this.#edgeStart, this.#edges] = this.#sorted(this.#resolved());
  }

  isNode(box: number): boolean {
    return box < this.root;
  }

  scopeOf(box: number): number {
    const { nodes, scopes } = this.graph;
    return box < this.root ? (nodes.scope[box] ?? 0) : (box - this.root) % scopes.count;
  }

  /** Position in `PHASES`. */
  phaseOf(box: number): number {
    const { nodes, scopes } = this.graph;
    return box < this.root ? (nodes.phase[box] ?? 0) : Math.floor((box - this.root) / scopes.count);
  }

  boxOf(scope: number, phase: number): number {
    return scope === 0 ? this.root : this.root + phase * this.graph.scopes.count + scope;
  }

  /** The box around it; -1: it is the whole. */
  parentOf(box: number): number {
    if (box < this.root) return this.boxOf(this.scopeOf(box), this.phaseOf(box));
    if (box === this.root) return -1;
    const { parent, count } = this.graph.scopes;
    const place = box - this.root;
    const above = parent[place % count] as number;
    return above === 0 ? this.root : this.root + place - (place % count) + above;
  }

  /** Nodes that are shown in it. */
  amountIn(box: number): number {
    if (box < this.root) return this.isShown[box] ?? 0;
    if (box !== this.root) return this.#amount[box - this.root] ?? 0;
    const { count } = this.graph.scopes;
    return [0, 1, 2, 3].reduce((sum, phase) => sum + (this.#amount[phase * count] ?? 0), 0);
  }

  firstIn(box: number): number {
    return box < this.root ? box : (this.#first[box - this.root] ?? 0);
  }

  /** The only node in it; -1: there are several. */
  onlyNode(box: number): number {
    if (box < this.root) return box;
    return this.amountIn(box) === 1 && box !== this.root ? this.firstIn(box) : -1;
  }

  /** Whether there is something in it that it can be opened for. */
  canOpen(box: number): boolean {
    return box >= this.root && this.amountIn(box) > 1;
  }

  isFunction(box: number): boolean {
    return box >= this.root && this.graph.scopes.kind[this.scopeOf(box)] === FUNCTION;
  }

  /** What lies directly in it, in the order in which it ran. */
  childrenOf(box: number): Uint32Array {
    if (box < this.root) return NONE; // an operation
    const known = this.#children.get(box);
    if (known !== undefined) return known;
    const found: number[] = [];
    const scope = this.scopeOf(box);
    const phases = box === this.root ? [0, 1, 2, 3] : [this.phaseOf(box)];
    for (const child of this.names.scopesIn(scope)) {
      for (const phase of phases) {
        const inner = this.boxOf(child, phase);
        if (this.amountIn(inner) > 0) found.push(inner);
      }
    }
    for (const node of this.names.nodesIn(scope)) {
      if (this.isShown[node] && phases.includes(this.phaseOf(node))) found.push(node);
    }
    const order = (each: number): number => this.firstIn(each);
    const children = Uint32Array.from(found);
    children.sort((one, other) => order(one) - order(other));
    this.#children.set(box, children);
    return children;
  }

  /** The edges between what lies directly in a box. */
  edgesIn(box: number): FrameEdges {
    if (box < this.root) return { edge: NONE, from: NONE, to: NONE, a: NONE, b: NONE };
    const start = this.#edgeStart[box - this.root] ?? 0;
    const end = this.#edgeStart[box - this.root + 1] ?? 0;
    const { edge, from, to, a, b } = this.#edges;
    return {
      edge: edge.subarray(start, end),
      from: from.subarray(start, end),
      to: to.subarray(start, end),
      a: a.subarray(start, end),
      b: b.subarray(start, end),
    };
  }

  /** Whether something in it is taken outside of the box around it. */
  givesOut(box: number): boolean {
    return ((this.#outward[box] ?? 0) & 1) > 0;
  }

  /** Whether it takes something from outside of the box around it. */
  takesIn(box: number): boolean {
    return ((this.#outward[box] ?? 0) & 2) > 0;
  }

  /** The box directly in `frame` that `node` lies in; -1: it does not lie in `frame`. */
  childWith(frame: number, node: number): number {
    let box = node;
    for (let above = this.parentOf(box); above >= 0; above = this.parentOf(box)) {
      if (above === frame) return box;
      box = above;
    }
    return -1;
  }

  /** What `node` of a scope's box is in another box that is equal inside; -1: nothing is. */
  counterpart(node: number, one: number, other: number): number {
    const { scopes } = this.graph;
    const scope = this.scopeOf(node) - this.scopeOf(one) + this.scopeOf(other);
    if (scope < 0 || scope >= scopes.count) return -1;
    const phase = this.graph.nodes.phase[node];
    let left = this.#rank[node] ?? 0;
    for (const each of this.names.nodesIn(scope)) {
      if (this.graph.nodes.phase[each] === phase && left-- === 0) return each;
    }
    return -1;
  }

  #count(): void {
    const { nodes, scopes } = this.graph;
    const S = scopes.count;
    const [amount, first] = [this.#amount, this.#first];
    for (let i = 0; i < nodes.count; i++) {
      if (!this.isShown[i]) continue;
      const place = (nodes.phase[i] as number) * S + (nodes.scope[i] as number);
      if (bump(amount, place) === 0) first[place] = i;
    }
    for (let phase = 0; phase < 4; phase++) {
      for (let s = S - 1; s > 0; s--) {
        const [place, above] = [phase * S + s, phase * S + (scopes.parent[s] as number)];
        if (amount[place] === 0) continue;
        bump(amount, above, amount[place] as number);
        first[above] = Math.min(first[above] as number, first[place] as number);
      }
    }
  }

  /** The node that its edges come from: itself, or what is before it if it is not shown; -1: nothing. */
  sourceOf(node: number): number {
    return this.#source[node] ?? -1;
  }

  /** The edge that leaves what is shown, of one that may come from an operation that is not: what flows there. */
  edgeOut(edge: number): number {
    const { nodes, edges } = this.graph;
    let found = edge;
    for (;;) {
      const from = edges.from[found] as number;
      const source = this.sourceOf(from);
      // A view in the same call is part of what that gives.
      if (this.isShown[from] || source < 0 || nodes.scope[from] === nodes.scope[source])
        return found;
      const first = nodes.inputs[from] as number;
      if (first === nodes.inputs[from + 1] || (edges.from[first] as number) >= from) return found;
      found = first;
    }
  }

  /** The node that edges of each node come from: itself, or what is before it if it is not shown; -1: nothing. */
  #sources(switches: Switches): Int32Array {
    const { nodes, edges } = this.graph;
    const sources = new Int32Array(nodes.count).fill(-1);
    for (let i = 0; i < nodes.count; i++) {
      if (this.isShown[i]) sources[i] = i;
      else if (switches.phases[nodes.phase[i] as number]) {
        const first = nodes.inputs[i] as number;
        if (first === nodes.inputs[i + 1]) continue;
        const from = edges.from[first] as number;
        sources[i] = from < i ? (sources[from] as number) : this.isShown[from] ? from : -1;
      }
    }
    return sources;
  }

  /** Edges between nodes that are shown, with the frame that they lie in. */
  #resolved() {
    const { edges } = this.graph;
    const sources = this.#source;
    const found = { edge: [] as number[], from: [] as number[], frame: [] as number[] };
    const [a, b]: [number[], number[]] = [[], []];
    for (let e = 0; e < edges.count; e++) {
      const to = edges.to[e] as number;
      const from = sources[edges.from[e] as number] as number;
      if (from < 0 || from === to || !this.isShown[to]) continue;
      let [one, other] = [from, to];
      let [above, around] = [this.parentOf(one), this.parentOf(other)];
      let [depth, otherDepth] = [this.#depth(above), this.#depth(around)];
      while (above !== around) {
        if (depth >= otherDepth) {
          this.#outward[one] = (this.#outward[one] as number) | 1;
          [one, above] = [above, this.parentOf(above)];
          depth--;
        }
        if (otherDepth > depth) {
          this.#outward[other] = (this.#outward[other] as number) | 2;
          [other, around] = [around, this.parentOf(around)];
          otherDepth--;
        }
      }
      found.edge.push(e);
      found.from.push(from);
      found.frame.push(above);
      a.push(one);
      b.push(other);
    }
    return { ...found, a, b };
  }

  #depth(box: number): number {
    return this.graph.scopes.depth[this.scopeOf(box)] ?? 0;
  }

  #sorted(all: {
    readonly edge: readonly number[];
    readonly from: readonly number[];
    readonly frame: readonly number[];
    readonly a: readonly number[];
    readonly b: readonly number[];
  }): [Uint32Array, FrameEdges] {
    const count = all.edge.length;
    const start = new Uint32Array(4 * this.graph.scopes.count + 1);
    for (const frame of all.frame) bump(start, frame - this.root + 1);
    for (let i = 1; i < start.length; i++) bump(start, i, start[i - 1] as number);
    const next = start.slice();
    const made = { edge: NONE, from: NONE, to: NONE, a: NONE, b: NONE };
    for (const name of ["edge", "from", "to", "a", "b"] as const)
      made[name] = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const at = bump(next, (all.frame[i] as number) - this.root);
      const edge = all.edge[i] as number;
      made.edge[at] = edge;
      made.from[at] = all.from[i] as number;
      made.to[at] = this.graph.edges.to[edge] as number;
      made.a[at] = all.a[i] as number;
      made.b[at] = all.b[i] as number;
    }
    return [start, made];
  }
}
