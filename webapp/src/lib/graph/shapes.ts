/** Shapes of tensors as text, and how many numbers and bytes they hold. */

import type { Graph, TensorShape } from "./graph";

const NAMED_BYTES: Readonly<Record<string, number>> = {
  bool: 1,
  double: 8,
  float: 4,
  half: 2,
  long: 8,
  int: 4,
  short: 2,
  byte: 1,
  char: 1,
};

/** Bytes of one number; NaN for a type that is not known. */
export function itemBytes(dtype: string): number {
  const name = dtype.replace(/^torch\./, "").replace(/_e\d.*$/, "");
  const named = NAMED_BYTES[name];
  if (named !== undefined) return named;
  const bits = /^(?:u?int|b?float|complex|qu?int)(\d+)/.exec(name)?.[1];
  return bits === undefined ? NaN : Number(bits) / 8;
}

/** How many numbers it holds; NaN where a size is not known. */
export function itemsOf({ sizes }: TensorShape): number {
  if (sizes === null) return NaN;
  return sizes.reduce<number>(
    (product, size) => product * (typeof size === "number" ? size : NaN),
    1,
  );
}

export function bytesOf(shape: TensorShape): number {
  return itemsOf(shape) * itemBytes(shape.dtype);
}

/** `1 × 64 × 56 × 56`; a single number is `scalar`, and what is not known a question mark. */
export function sizesText({ sizes }: TensorShape): string {
  if (sizes === null) return "?";
  return sizes.length === 0 ? "scalar" : sizes.join(" × ");
}

export function shapeText(shape: TensorShape): string {
  const sizes = sizesText(shape);
  return shape.dtype === "" ? sizes : `${shape.dtype} ${sizes}`;
}

/** Shapes of a node's outputs. */
export function outputShapes(graph: Graph, node: number): readonly TensorShape[] {
  const { outputs } = graph.nodes;
  const found = graph.outputs.subarray(outputs[node] ?? 0, outputs[node + 1] ?? 0);
  return Array.from(found, (position) => graph.shapes[position] ?? { dtype: "", sizes: null });
}

/** Shape of what an edge carries; null where the producer does not say. */
export function edgeShape(graph: Graph, edge: number): TensorShape | null {
  const from = graph.edges.from[edge] ?? 0;
  const first = graph.nodes.outputs[from] ?? 0;
  const at = first + (graph.edges.output[edge] ?? 0);
  if (at >= (graph.nodes.outputs[from + 1] ?? 0)) return null;
  return graph.shapes[graph.outputs[at] ?? 0] ?? null;
}
