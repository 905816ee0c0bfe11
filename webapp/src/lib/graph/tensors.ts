/** A file of weights as a graph: it has no operations, so its tensors stand in their scopes. */

import { bump } from "./bump";
import { TENSOR, type Graph } from "./graph";
import { shapeText } from "./shapes";

/** @returns the same graph, if it has operations, or no tensors either. */
export function withTensors(graph: Graph): Graph {
  const { parameters, nodes, strings } = graph;
  const P = parameters.count;
  if (nodes.count > 0 || P === 0) return graph;
  const texts = [...strings, TENSOR];
  const numbers = new Map<string, number>();
  const names = Uint32Array.from(parameters.name, (name) => {
    const short = (strings[name] ?? "").split(".").at(-1) ?? "";
    const known = numbers.get(short);
    if (known !== undefined) return known;
    numbers.set(short, texts.length);
    return texts.push(short) - 1;
  });
  // In the order of their scopes, as operations are that were recorded.
  const order = Uint32Array.from(parameters.scope.keys());
  order.sort((a, b) => (parameters.scope[a] as number) - (parameters.scope[b] as number) || a - b);
  const node = new Uint32Array(P);
  order.forEach((p, i) => {
    node[p] = i;
  });
  const of = (column: Uint32Array): Uint32Array =>
    Uint32Array.from(order, (p) => column[p] as number);
  const none = (): Uint32Array => new Uint32Array(P);
  const steps = Uint32Array.from({ length: P + 1 }, (_, i) => i);
  return {
    ...graph,
    strings: texts,
    nodes: {
      count: P,
      type: none().fill(strings.length),
      name: of(names),
      scope: of(parameters.scope),
      phase: none(),
      flops: new Float64Array(P).fill(NaN),
      seconds: null,
      attributes: none().fill(graph.attributes.length),
      place: none().fill(graph.places.length),
      inputs: new Uint32Array(P + 1),
      outputs: steps,
    },
    attributes: [...graph.attributes, {}],
    places: [...graph.places, { file: "", line: 0 }],
    outputs: of(parameters.shape),
    scopes: { ...graph.scopes, structure: structures(graph) },
    parameters: { ...parameters, uses: steps, usedBy: node },
  };
}

/** Equal numbers for scopes with equal tensors in equal scopes. */
function structures({ scopes, parameters, strings, shapes }: Graph): Uint32Array {
  const parts = Array.from({ length: scopes.count }, (): string[] => []);
  for (let p = 0; p < parameters.count; p++) {
    const name = (strings[parameters.name[p] as number] ?? "").split(".").at(-1) ?? "";
    const shape = shapes[parameters.shape[p] as number];
    const text = shape === undefined ? "" : shapeText(shape);
    parts[parameters.scope[p] as number]?.push(`${name} ${text} ${parameters.role[p]}`);
  }
  const made = new Uint32Array(scopes.count);
  const known = new Map<string, number>();
  for (let s = scopes.count - 1; s >= 0; s--) {
    const key = JSON.stringify(parts[s]);
    const number = known.get(key) ?? known.size + 1;
    known.set(key, number);
    bump(made, s, number);
    // What is inside comes after what contains it, and so is numbered before it, from the last to the first.
    if (s > 0)
      parts[scopes.parent[s] as number]?.push(`${strings[scopes.name[s] as number]} ${number}`);
  }
  return made;
}
