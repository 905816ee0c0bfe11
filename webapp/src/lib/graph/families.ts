/** What operations are by their kind: a color for each, the same in every graph. */

export const FAMILIES = [
  "input",
  "convolution",
  "matrix",
  "attention",
  "norm",
  "activation",
  "pooling",
  "shape",
  "arithmetic",
  "reduction",
  "embedding",
  "random",
  "data",
  "other",
  "source",
  "split",
  "transform",
  "sampler",
  "batch",
  "loader",
] as const;
export type GraphFamily = (typeof FAMILIES)[number];

/** The first one that fits counts: what is more special comes first. */
const PATTERNS: readonly (readonly [GraphFamily, RegExp])[] = [
  ["input", /^(input|output|placeholder|get_attr|parameter)$/i],
  ["attention", /attention|attn/i],
  ["embedding", /embed/i],
  ["norm", /norm|^bn\d*$|^ln(_|$)/i],
  ["convolution", /conv|unfold|col2im|im2col/i],
  [
    "matrix",
    /linear|matmul|addmm|^mm$|bmm|einsum|gemm|dense|^mv$|^dot$|lstm|gru|rnn|addmv|baddbmm/i,
  ],
  ["pooling", /pool|upsample|interpolate|resize/i],
  [
    "activation",
    /relu|gelu|silu|swish|sigmoid|tanh|softmax|softplus|elu$|mish|hardtanh|threshold|glu$|activation/i,
  ],
  ["random", /dropout|rand|bernoulli|normal_|uniform|shuffle|noise|sampler/i],
  [
    "shape",
    /view|reshape|permute|transpose|^t$|cat$|concat|stack|split|chunk|slice|select|squeeze|expand|flatten|pad|gather|index|scatter|clone|copy|contiguous|detach|alias|unbind|repeat|narrow|roll|tile|^to$|_to_copy|cast/i,
  ],
  [
    "reduction",
    /^(sum|mean|max|min|amax|amin|prod|var|std|argmax|argmin|topk|sort|cumsum|any|all|logsumexp|nll_loss|cross_entropy|mse_loss)|loss|Reduce/,
  ],
  [
    "data",
    /dataset|loader|crop|flip|totensor|compose|collate|batch|iterator|folder|csv|json|read|decode|augment|tokeni/i,
  ],
  [
    "arithmetic",
    /^(_foreach_)?(add|sub|mul|div|neg|pow|sqrt|rsqrt|exp|log|abs|sin|cos|erf|clamp|where|eq|ne|gt|lt|ge|le|maximum|minimum|reciprocal|addcmul|addcdiv|lerp|square|round|floor|bitwise|logical|masked_fill|fill|zero|ones|zeros|full|arange|tril|triu|rsub|adam|sgd)/i,
  ],
];

/** Families by the role that a stage of a data pipeline names. */
const ROLES: Readonly<Record<string, GraphFamily>> = {
  source: "source",
  split: "split",
  merge: "split",
  transform: "transform",
  random: "random",
  sampler: "sampler",
  batch: "batch",
  collate: "batch",
  loader: "loader",
};

/** The family of a role; null: it is none. */
export function familyOfRole(role: unknown): GraphFamily | null {
  return typeof role === "string" && Object.hasOwn(ROLES, role) ? (ROLES[role] ?? null) : null;
}

const known = new Map<string, GraphFamily>();

/** @param type - as short as `baseType` makes it, or the class of a module. */
export function familyOf(type: string): GraphFamily {
  let family = known.get(type);
  if (family === undefined) {
    const plain = type.replace(/_backward\d*$/, "");
    family = PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0] ?? "other";
    if (known.size > 10_000) known.clear();
    known.set(type, family);
  }
  return family;
}
