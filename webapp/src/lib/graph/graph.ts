/** A graph of a model or of a data pipeline, as columns. What is outside was checked where it was decoded. */

/** In the order in which a training step has them; positions are what nodes hold. */
export const PHASES = ["forward", "backward", "optimizer", "other"] as const;
export type GraphPhase = (typeof PHASES)[number];

export const FLAVORS = ["model", "compiled", "data", "file"] as const;
export type Flavor = (typeof FLAVORS)[number];

/** What scopes are; positions are what the column holds. */
export const MODULE = 0;
export const FUNCTION = 1;
export const GROUP = 2;
export const BRANCH = 3;

/** What parameters are; positions are what the column holds. */
export const ROLES = ["parameter", "buffer", "constant"] as const;

/** Kind of an edge that only says what comes first. */
export const CONTROL = 1;

/** The type of nodes that are tensors of a file of weights. */
export const TENSOR = "parameter";
/** Types of nodes that compute nothing: they are no operations. */
export const ENDS: ReadonlySet<string> = new Set(["input", "output", TENSOR]);

/** Shape of a tensor; a size may be the name of one that is not known. */
export interface TensorShape {
  readonly dtype: string;
  /** null: not known. */
  readonly sizes: readonly (number | string)[] | null;
}

export interface Place {
  /** Empty: not known. */
  readonly file: string;
  readonly line: number;
}

/** N operations in the order in which they ran. */
export interface Nodes {
  readonly count: number;
  /** Position in `strings`. */
  readonly type: Uint32Array;
  /** Position in `strings`; an empty one: it is called after its type. */
  readonly name: Uint32Array;
  /** The innermost scope. */
  readonly scope: Uint32Array;
  /** Position in `PHASES`. */
  readonly phase: Uint32Array;
  /** Two for each multiply-add; NaN: not known. */
  readonly flops: Float64Array;
  /** null: not measured. */
  readonly seconds: Float64Array | null;
  /** Position in `attributes`. */
  readonly attributes: Uint32Array;
  /** Position in `places`. */
  readonly place: Uint32Array;
  /** [N + 1]: the edges that node i takes are those from `inputs[i]` up to, not including, `inputs[i + 1]`. */
  readonly inputs: Uint32Array;
  /** [N + 1], likewise of `outputs`. */
  readonly outputs: Uint32Array;
}

/** E edges, those of one consumer together, in the order of its arguments. */
export interface Edges {
  readonly count: number;
  /** The node that makes what is taken. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Which of the producer's outputs. */
  readonly output: Uint32Array;
  readonly kind: Uint32Array;
}

/** S scopes, each before those within it; the first is the whole. */
export interface Scopes {
  readonly count: number;
  readonly depth: Uint32Array;
  /** Position in `strings`. */
  readonly name: Uint32Array;
  readonly type: Uint32Array;
  readonly kind: Uint32Array;
  /** Equal numbers: equal inside. */
  readonly structure: Uint32Array;
  /** -1: of the whole. */
  readonly parent: Int32Array;
  /** Behind the last scope within it. */
  readonly end: Uint32Array;
}

export interface Parameters {
  readonly count: number;
  readonly name: Uint32Array;
  /** Position in `shapes`. */
  readonly shape: Uint32Array;
  /** Position in `ROLES`. */
  readonly role: Uint32Array;
  readonly trained: Uint32Array;
  readonly scope: Uint32Array;
  /** The first one that is the same tensor. */
  readonly sharedWith: Uint32Array;
  /** [P + 1]: positions in `usedBy`. */
  readonly uses: Uint32Array;
  /** Nodes. */
  readonly usedBy: Uint32Array;
}

export interface GraphNote {
  readonly text: string;
  readonly level: "info" | "warning" | "error";
  readonly node: number | null;
  readonly scope: number | null;
}

export interface Graph {
  readonly flavor: Flavor;
  /** How it was made. */
  readonly source: string;
  readonly about: Readonly<Record<string, unknown>>;
  readonly strings: readonly string[];
  readonly shapes: readonly TensorShape[];
  readonly attributes: readonly Readonly<Record<string, unknown>>[];
  readonly places: readonly Place[];
  readonly nodes: Nodes;
  readonly edges: Edges;
  /** Positions in `shapes`. */
  readonly outputs: Uint32Array;
  readonly scopes: Scopes;
  readonly parameters: Parameters;
  readonly notes: readonly GraphNote[];
  /** What came out of nodes for some samples, as PNG. */
  readonly pictures: readonly Picture[];
}

export interface Picture {
  readonly node: number;
  readonly sample: number;
  readonly png: Uint8Array<ArrayBuffer>;
}

/** Library, operator and variant; null: it is not such a name. */
function operator(type: string): readonly [string, string] | null {
  const [library = "", name = "", variant = "", ...more] = type.split(".");
  const isOne = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(library) && name !== "" && variant !== "";
  return isOne && more.length === 0 ? [name, variant] : null;
}

/** `aten.addmm.default` is `addmm`; a variant that is more than the usual one stays: `add.Scalar`. */
export function shortType(type: string): string {
  const [name, variant] = operator(type) ?? [];
  if (name === undefined || variant === undefined) {
    // Dots are of names of libraries, not of sentences or markup.
    return /^[\p{L}\p{N}_.]+$/u.test(type) ? type.split(".").at(-1) || type : type;
  }
  return variant === "default" || variant === "Tensor" ? name : `${name}.${variant}`;
}

/** Without its variant: `aten.add.Scalar` is `add`. */
export function baseType(type: string): string {
  return operator(type)?.[0] ?? shortType(type);
}
