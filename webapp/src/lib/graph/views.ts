/** Operations that only look at a tensor in another way, and arguments of others: no number is computed or copied. */

import { baseType, type Graph } from "./graph";

const TYPES = new Set([
  "_unsafe_view",
  "_reshape_alias",
  "alias",
  "as_strided",
  "detach",
  "expand",
  "lift_fresh",
  "permute",
  "select",
  "slice",
  "split",
  "split_with_sizes",
  "squeeze",
  "t",
  "transpose",
  "unbind",
  "unsqueeze",
  "view",
]);
/** What TorchScript, and so TensorBoard, draws for each argument that is no tensor. */
const ARGUMENTS = new Set(["prim::Constant", "prim::ListConstruct"]);
/** Calls that people write for their own sake, as a step of their model. */
const MEANT = /^(reshape|flatten|unflatten)$/i;

/** 1 for each node that is such an operation, and not a step of its own in what people wrote. */
export function viewOnly({ nodes, scopes, strings }: Graph): Uint8Array {
  const isType = Uint8Array.from(strings, (text) =>
    ARGUMENTS.has(text) || TYPES.has(baseType(text)) ? 1 : 0,
  );
  const isMeant = Uint8Array.from(strings, (text) => (MEANT.test(text) ? 1 : 0));
  const isStep = new Uint8Array(scopes.count);
  for (let s = 1; s < scopes.count; s++) {
    const own = isMeant[scopes.name[s] as number] || isMeant[scopes.type[s] as number];
    isStep[s] = own || isStep[scopes.parent[s] as number] ? 1 : 0;
  }
  const found = new Uint8Array(nodes.count);
  for (let i = 0; i < nodes.count; i++) {
    if (isType[nodes.type[i] as number] && !isStep[nodes.scope[i] as number]) found[i] = 1;
  }
  return found;
}
