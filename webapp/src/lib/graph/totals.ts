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
