/** Sums over scopes: operations, FLOPs, seconds, bytes of results, and parameters, of which shared ones count once. */

import { bump } from "./bump";
import { ENDS, type Graph, type Scopes } from "./graph";
import { holders } from "./memory";
import { bytesOf, itemsOf } from "./shapes";

/** [S] each. */
interface Counted {
  readonly nodes: Float64Array;
  /** What is known of them. */
  readonly flops: Float64Array;
  /** How many operations have none. */
  readonly unknownFlops: Float64Array;
  /** null: not measured. */
  readonly seconds: Float64Array | null;
  /** Bytes of all results that have memory of their own. */
  readonly bytes: Float64Array;
}

/** Totals of what is shown: scopes have the sums of their forward operations, the whole those of all phases. */
export interface Totals extends Counted {
  /** Totals of each phase alone. */
  readonly ofPhase: readonly Counted[];
  readonly parameters: Float64Array;
  readonly trained: Float64Array;
  readonly parameterBytes: Float64Array;
  readonly buffers: Float64Array;
}

const zeroIfUnknown = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Bytes of the outputs of each node that have memory of their own; what is not known counts as none. */
export function outputBytes(graph: Graph): Float64Array {
  const { nodes, outputs, shapes } = graph;
  const holder = holders(graph);
  const sizes = shapes.map((shape) => zeroIfUnknown(bytesOf(shape)));
  const bytes = new Float64Array(nodes.count);
  for (let i = 0; i < nodes.count; i++) {
    for (let k = nodes.outputs[i] as number; k < (nodes.outputs[i + 1] as number); k++) {
      if (holder[k] === k) bump(bytes, i, sizes[outputs[k] as number] ?? 0);
    }
  }
  return bytes;
}

/** @param phases - which of them count, as the drawing shows them; published FLOPs are those of the forward pass. */
export function totalsOf(
  graph: Graph,
  phases: readonly boolean[] = [true, true, true, true],
): Totals {
  const sizes = outputBytes(graph);
  const ofPhase = [0, 1, 2, 3].map((phase) => counted(graph, sizes, phase));
  const [forward] = ofPhase as [Counted];
  const whole = (name: "nodes" | "flops" | "unknownFlops" | "seconds" | "bytes"): Float64Array => {
    const column = forward[name]?.slice() ?? new Float64Array(graph.scopes.count);
    column[0] = ofPhase.reduce(
      (sum, each, phase) => sum + (phases[phase] === true ? (each[name]?.[0] ?? 0) : 0),
      0,
    );
    return column;
  };
  return {
    nodes: whole("nodes"),
    flops: whole("flops"),
    unknownFlops: whole("unknownFlops"),
    seconds: forward.seconds === null ? null : whole("seconds"),
    bytes: whole("bytes"),
    ofPhase,
    ...parametersOf(graph),
  };
}

function counted({ nodes, scopes, strings }: Graph, sizes: Float64Array, phase: number): Counted {
  const columns = (): Float64Array => new Float64Array(scopes.count);
  const [count, flops, unknownFlops, bytes] = [columns(), columns(), columns(), columns()];
  const isEnd = strings.map((text) => ENDS.has(text));
  const seconds = nodes.seconds === null ? null : columns();
  for (let i = 0; i < nodes.count; i++) {
    if (nodes.phase[i] !== phase) continue;
    const s = nodes.scope[i] as number;
    bump(count, s);
    bump(bytes, s, sizes[i] as number);
    const own = nodes.flops[i] as number;
    if (!Number.isNaN(own)) bump(flops, s, own);
    else if (isEnd[nodes.type[i] as number] !== true) bump(unknownFlops, s);
    if (seconds !== null) bump(seconds, s, zeroIfUnknown(nodes.seconds?.[i] ?? 0));
  }
  const all = [count, flops, unknownFlops, bytes, ...(seconds === null ? [] : [seconds])];
  for (const column of all) summed(column, scopes);
  return { nodes: count, flops, unknownFlops, seconds, bytes };
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
