/** Sums over scopes: operations, FLOPs, seconds, bytes of results, and parameters, of which shared ones count once. */

import { bump } from "./bump";
import type { Graph, Scopes } from "./graph";
import { bytesOf, itemsOf } from "./shapes";

export interface Totals {
  /** [S] each. */
  readonly nodes: Float64Array;
  /** What is known of them. */
  readonly flops: Float64Array;
  /** How many operations tell none. */
  readonly unknownFlops: Float64Array;
  /** null: not measured. */
  readonly seconds: Float64Array | null;
  /** Of all results. */
  readonly bytes: Float64Array;
  readonly parameters: Float64Array;
  readonly trained: Float64Array;
  readonly parameterBytes: Float64Array;
  readonly buffers: Float64Array;
}

const zeroIfUnknown = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Bytes of all outputs of each node; what is not known counts as none. */
export function outputBytes({ nodes, outputs, shapes }: Graph): Float64Array {
  const sizes = shapes.map((shape) => zeroIfUnknown(bytesOf(shape)));
  const bytes = new Float64Array(nodes.count);
  for (let i = 0; i < nodes.count; i++) {
    for (let k = nodes.outputs[i] as number; k < (nodes.outputs[i + 1] as number); k++) {
      bump(bytes, i, sizes[outputs[k] as number] ?? 0);
    }
  }
  return bytes;
}

/** @param phases - which of them count, as the drawing shows them; published FLOPs are those of the forward pass. */
export function totalsOf(
  graph: Graph,
  phases: readonly boolean[] = [true, true, true, true],
): Totals {
  const { nodes, scopes } = graph;
  const S = scopes.count;
  const columns = (): Float64Array => new Float64Array(S);
  const [count, flops, unknownFlops, bytes] = [columns(), columns(), columns(), columns()];
  const seconds = nodes.seconds === null ? null : columns();
  const sizes = outputBytes(graph);
  for (let i = 0; i < nodes.count; i++) {
    if (phases[nodes.phase[i] as number] !== true) continue;
    const s = nodes.scope[i] as number;
    bump(count, s);
    bump(bytes, s, sizes[i] as number);
    const own = nodes.flops[i] as number;
    if (!Number.isNaN(own)) bump(flops, s, own);
    else bump(unknownFlops, s);
    if (seconds !== null) bump(seconds, s, zeroIfUnknown(nodes.seconds?.[i] ?? 0));
  }
  const all = [count, flops, unknownFlops, bytes, ...(seconds === null ? [] : [seconds])];
  for (const column of all) summed(column, scopes);
  return { nodes: count, flops, unknownFlops, seconds, bytes, ...parametersOf(graph) };
}

/** To each scope, what those within it have. */
function summed(column: Float64Array, { count, parent }: Scopes): void {
  for (let s = count - 1; s > 0; s--) bump(column, parent[s] as number, column[s] as number);
}

function parametersOf(graph: Graph) {
  const { parameters, scopes, shapes } = graph;
  const made = {
    parameters: new Float64Array(scopes.count),
    trained: new Float64Array(scopes.count),
    parameterBytes: new Float64Array(scopes.count),
    buffers: new Float64Array(scopes.count),
  };
  const owners = new Map<number, number[]>();
  for (let p = 0; p < parameters.count; p++) {
    const root = parameters.sharedWith[p] as number;
    const scope = parameters.scope[p] as number;
    const others = owners.get(root);
    if (others === undefined) owners.set(root, [scope]);
    else others.push(scope);
  }
  for (const [root, places] of owners) {
    const shape = shapes[parameters.shape[root] as number];
    if (shape === undefined || parameters.role[root] === 2) continue;
    const [items, bytes] = [zeroIfUnknown(itemsOf(shape)), zeroIfUnknown(bytesOf(shape))];
    places.sort((one, other) => one - other);
    places.forEach((scope, i) => {
      // A tensor with several owners counts once in each scope around any of them: what two of them
      // have in common counts it twice, which the innermost such scope takes back.
      add(scope, 1);
      if (i > 0) add(common(scopes, places[i - 1] as number, scope), -1);
    });
    function add(scope: number, sign: number): void {
      bump(made.parameterBytes, scope, sign * bytes);
      if (parameters.role[root] === 1) bump(made.buffers, scope, sign * items);
      else bump(made.parameters, scope, sign * items);
      if (parameters.role[root] === 0 && parameters.trained[root])
        bump(made.trained, scope, sign * items);
    }
  }
  for (const column of Object.values(made)) summed(column, scopes);
  return made;
}

/** The innermost scope around both. */
function common({ parent, end }: Scopes, one: number, other: number): number {
  let scope = one;
  while (scope > 0 && !(scope <= other && other < (end[scope] as number)))
    scope = parent[scope] as number;
  return scope;
}

/** Of the results that are still to be used. */
export interface Memory {
  /** [N]: bytes after each operation. */
  readonly live: Float64Array;
  /** Where they are most; -1: there is no operation. */
  readonly peak: number;
}

/** @param isView - 1 for operations whose results lie in the memory of what they take. */
export function memoryOf(graph: Graph, isView: Uint8Array): Memory {
  const { nodes, edges } = graph;
  const N = nodes.count;
  const sizes = outputBytes(graph);
  const holder = new Int32Array(N);
  for (let i = 0; i < N; i++) {
    const first = nodes.inputs[i] as number;
    const from = edges.from[first] ?? i;
    const isPart = isView[i] === 1 && first < (nodes.inputs[i + 1] as number) && from < i;
    holder[i] = isPart ? (holder[from] as number) : i;
  }
  const last = Int32Array.from({ length: N }, (_, i) => i);
  for (let e = 0; e < edges.count; e++) {
    const held = holder[edges.from[e] as number] as number;
    last[held] = Math.max(last[held] as number, edges.to[e] as number);
  }
  const freed = new Float64Array(N + 1);
  const live = new Float64Array(N);
  let [now, peak] = [0, -1];
  for (let i = 0; i < N; i++) {
    if (holder[i] === i) {
      now += sizes[i] as number;
      bump(freed, (last[i] as number) + 1, sizes[i] as number);
    }
    live[i] = now;
    if (peak < 0 || now > (live[peak] as number)) peak = i;
    now -= freed[i + 1] as number;
  }
  return { live, peak };
}
