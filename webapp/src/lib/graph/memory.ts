/**
 * Memory in use while the operations of a graph are carried out, by their shapes alone.
 *
 * The same numbers as `Graph.memory()` in Python.
 */

import { bump } from "./bump";
import { baseType, type Graph } from "./graph";
import { bytesOf } from "./shapes";

/** Operations whose results lie in the memory of what they take first. */
const VIEWS = new Set(
  (
    "_reshape_alias _unsafe_view alias as_strided detach diagonal expand lift_fresh narrow permute real select " +
    "slice split split_with_sizes squeeze t transpose unbind unfold unsqueeze view view_as_real view_as_complex output"
  ).split(" "),
);
const BACKWARD = 1;
const DATA = 0;

export interface Memory {
  /** [N]: bytes of the results that are still to be used, while each operation is carried out. */
  readonly live: Float64Array;
  /** Bytes of parameters, buffers and constants, each tensor once. */
  readonly held: number;
  /** Where `live` is largest; -1: there is no operation. */
  readonly peak: number;
}

/**
 * A result lives from its operation to the last one that takes it, or a view of it. Inputs and outputs of the whole
 * live until the end, and so does what the backward pass gives and nothing takes: gradients.
 */
export function memoryOf(graph: Graph): Memory {
  const { nodes, outputs } = graph;
  const sizes = graph.shapes.map((shape) => {
    const bytes = bytesOf(shape);
    return Number.isFinite(bytes) ? bytes : 0;
  });
  const holder = holders(graph);
  const until = lastUses(graph, holder);
  const N = nodes.count;
  const change = new Float64Array(N + 1);
  for (let i = 0; i < N; i++) {
    for (
      let place = nodes.outputs[i] as number;
      place < (nodes.outputs[i + 1] as number);
      place++
    ) {
      if (holder[place] !== place) continue;
      const bytes = sizes[outputs[place] as number] ?? 0;
      bump(change, i, bytes);
      bump(change, Math.max(until[place] as number, i) + 1, -bytes);
    }
  }
  const live = new Float64Array(N);
  let [now, peak] = [0, -1];
  for (let i = 0; i < N; i++) {
    now += change[i] as number;
    live[i] = now;
    if (peak < 0 || now > (live[peak] as number)) peak = i;
  }
  return { live, held: heldBytes(graph, sizes), peak };
}

/** The last node that takes each output or a view of it; -1 where there is none. */
function lastUses({ nodes, edges, outputs, strings }: Graph, holder: Int32Array): Int32Array {
  const end = nodes.count - 1;
  const is = (kind: string, node: number): boolean => strings[nodes.type[node] as number] === kind;
  const found = new Int32Array(outputs.length).fill(-1);
  const isTaken = new Uint8Array(outputs.length);
  for (let e = 0; e < edges.count; e++) {
    const from = edges.from[e] as number;
    const place = (nodes.outputs[from] as number) + (edges.output[e] as number);
    if (edges.kind[e] !== DATA || place >= (nodes.outputs[from + 1] as number)) continue;
    isTaken[place] = 1;
    const held = holder[place] as number;
    if (held < 0) continue;
    const taker = edges.to[e] as number;
    found[held] = Math.max(found[held] as number, is("output", taker) ? end : taker);
  }
  const maker = makers(nodes);
  for (let place = 0; place < outputs.length; place++) {
    const [node, held] = [maker[place] as number, holder[place] as number];
    if (held < 0) continue;
    const isGradient =
      nodes.phase[node] === BACKWARD &&
      isTaken[place] === 0 &&
      nodes.phase[maker[held] as number] === BACKWARD;
    if (isGradient || is("input", node)) found[held] = end;
  }
  return found;
}

/** The output in whose memory each one lies, itself for most; -1 for that of a parameter. */
export function holders({ nodes, edges, outputs, strings, attributes }: Graph): Int32Array {
  const shares = strings.map((text) => {
    const name = baseType(text);
    return VIEWS.has(name) || (name.endsWith("_") && !name.endsWith("__"));
  });
  const ofParameter = attributes.map(isFirstAParameter);
  const holder = Int32Array.from({ length: outputs.length }, (_, place) => place);
  for (let i = 0; i < nodes.count; i++) {
    if (shares[nodes.type[i] as number] !== true) continue;
    const first = nodes.inputs[i] as number;
    let source = -1;
    if (first < (nodes.inputs[i + 1] as number) && !ofParameter[nodes.attributes[i] as number]) {
      const from = edges.from[first] as number;
      const place = (nodes.outputs[from] as number) + (edges.output[first] as number);
      if (from < i && place < (nodes.outputs[from + 1] as number)) source = holder[place] as number;
    }
    holder.fill(source, nodes.outputs[i], nodes.outputs[i + 1]);
  }
  return holder;
}

/** Whether the first tensor that an operation was called with is one that is held throughout. */
function isFirstAParameter({ tensors }: Readonly<Record<string, unknown>>): boolean {
  if (typeof tensors !== "object" || tensors === null) return false;
  const [first] = Object.values(tensors);
  return typeof first === "string" && first.startsWith("parameter");
}

function makers({ count, outputs }: Graph["nodes"]): Int32Array {
  const made = new Int32Array(outputs[count] ?? 0);
  for (let i = 0; i < count; i++) made.fill(i, outputs[i], outputs[i + 1]);
  return made;
}

function heldBytes({ parameters }: Graph, sizes: readonly number[]): number {
  let sum = 0;
  for (let p = 0; p < parameters.count; p++) {
    if (parameters.sharedWith[p] === p) sum += sizes[parameters.shape[p] as number] ?? 0;
  }
  return sum;
}
