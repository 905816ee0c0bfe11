/** Graphs for tests and measurements, made as a script makes them. */

import { FUNCTION, MODULE, type Graph, type TensorShape } from "./graph";

interface NodeOptions {
  readonly name?: string;
  readonly phase?: number;
  readonly shape?: readonly number[];
  readonly flops?: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly file?: string;
  readonly control?: readonly number[];
}

interface MadeScope {
  readonly parent: number;
  readonly name: string;
  readonly type: string;
  readonly kind: number;
  readonly structure: number;
}

/** Scopes are opened and closed in the order of a walk, as calls are. */
export class TestGraph {
  readonly #strings = new Map<string, number>([["", 0]]);
  readonly #shapes = new Map<string, number>();
  readonly #attributes: Readonly<Record<string, unknown>>[] = [{}];
  readonly #places: { file: string; line: number }[] = [{ file: "", line: 0 }];
  readonly #scopes: MadeScope[];
  readonly #around = [0];
  readonly #nodes: (NodeOptions & {
    readonly type: string;
    readonly scope: number;
    readonly inputs: readonly number[];
  })[] = [];
  readonly #parameters: {
    name: string;
    sizes: readonly number[];
    scope: number;
    sharedWith: number;
    role: number;
  }[] = [];

  constructor(name = "Net") {
    this.#scopes = [{ parent: -1, name, type: name, kind: MODULE, structure: 0 }];
  }

  /** @param structure - equal for scopes that are equal inside; 0: its own. */
  scope<T>(name: string, type: string, within: () => T, kind = MODULE, structure = 0): T {
    const parent = this.#around.at(-1) ?? 0;
    const own = structure === 0 ? 1_000_000 + this.#scopes.length : structure;
    this.#scopes.push({ parent, name, type, kind, structure: own });
    this.#around.push(this.#scopes.length - 1);
    const result = within();
    this.#around.pop();
    return result;
  }

  call<T>(name: string, within: () => T): T {
    return this.scope(name, "", within, FUNCTION);
  }

  node(type: string, inputs: readonly number[] = [], options: NodeOptions = {}): number {
    this.#nodes.push({ ...options, type, inputs, scope: this.#around.at(-1) ?? 0 });
    return this.#nodes.length - 1;
  }

  parameter(name: string, sizes: readonly number[], sharedWith = -1, role = 0): number {
    const place = this.#parameters.length;
    const scope = this.#around.at(-1) ?? 0;
    this.#parameters.push({
      name,
      sizes,
      scope,
      role,
      sharedWith: sharedWith < 0 ? place : sharedWith,
    });
    return place;
  }

  build(): Graph {
    const nodes = this.#nodes;
    const inputs = [0];
    const [from, to, kind]: [number[], number[], number[]] = [[], [], []];
    nodes.forEach(({ inputs: taken, control = [] }, i) => {
      for (const one of [...taken, ...control]) {
        kind.push(kind.length - (inputs.at(-1) ?? 0) < taken.length ? 0 : 1);
        from.push(one);
        to.push(i);
      }
      inputs.push(from.length);
    });
    const column = (values: readonly number[]): Uint32Array => Uint32Array.from(values);
    const each = (value: (node: (typeof nodes)[number]) => number): Uint32Array =>
      Uint32Array.from(nodes, value);
    const scopes = this.#scopes;
    const depth = new Uint32Array(scopes.length);
    const end = Uint32Array.from(scopes, (_, i) => i + 1);
    for (let s = 1; s < scopes.length; s++) depth[s] = (depth[scopes[s]?.parent ?? 0] ?? 0) + 1;
    for (let s = scopes.length - 1; s > 0; s--) {
      const parent = scopes[s]?.parent ?? 0;
      end[parent] = Math.max(end[parent] as number, end[s] as number);
    }
    const held = this.#parameters;
    const made = {
      type: each(({ type }) => this.#string(type)),
      name: each(({ name = "" }) => this.#string(name)),
      scope: each(({ scope }) => scope),
      phase: each(({ phase = 0 }) => phase),
      flops: Float64Array.from(nodes, ({ flops = NaN }) => flops),
      seconds: null,
      attributes: each(({ attributes }) => this.#attribute(attributes)),
      place: each(({ file }) => this.#place(file)),
      inputs: column(inputs),
      outputs: Uint32Array.from({ length: nodes.length + 1 }, (_, i) => i),
    };
    const outputs = each(({ shape = [1] }) => this.#shape(shape));
    const named = {
      name: Uint32Array.from(held, ({ name }) => this.#string(name)),
      shape: Uint32Array.from(held, ({ sizes }) => this.#shape(sizes)),
    };
    const scopeTexts = {
      name: Uint32Array.from(scopes, ({ name }) => this.#string(name)),
      type: Uint32Array.from(scopes, ({ type }) => this.#string(type)),
    };
    return {
      flavor: "model",
      source: "test",
      about: {},
      pictures: [],
      strings: [...this.#strings.keys()],
      shapes: [...this.#shapes.keys()].map((text) => JSON.parse(text) as TensorShape),
      attributes: this.#attributes,
      places: this.#places,
      nodes: { count: nodes.length, ...made },
      edges: {
        count: from.length,
        from: column(from),
        to: column(to),
        output: new Uint32Array(from.length),
        kind: column(kind),
      },
      outputs,
      scopes: {
        count: scopes.length,
        depth,
        ...scopeTexts,
        kind: Uint32Array.from(scopes, (scope) => scope.kind),
        structure: Uint32Array.from(scopes, ({ structure }) => structure),
        parent: Int32Array.from(scopes, ({ parent }) => parent),
        end,
      },
      parameters: {
        count: held.length,
        ...named,
        role: Uint32Array.from(held, ({ role }) => role),
        trained: new Uint32Array(held.length).fill(1),
        scope: Uint32Array.from(held, ({ scope }) => scope),
        sharedWith: Uint32Array.from(held, ({ sharedWith }) => sharedWith),
        uses: new Uint32Array(held.length + 1),
        usedBy: new Uint32Array(),
      },
      notes: [],
    };
  }

  #string(text: string): number {
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    this.#strings.set(text, this.#strings.size);
    return this.#strings.size - 1;
  }

  #shape(sizes: readonly number[]): number {
    const text = JSON.stringify({ dtype: "float32", sizes });
    const known = this.#shapes.get(text);
    if (known !== undefined) return known;
    this.#shapes.set(text, this.#shapes.size);
    return this.#shapes.size - 1;
  }

  #attribute(attributes: Readonly<Record<string, unknown>> | undefined): number {
    return attributes === undefined ? 0 : this.#attributes.push(attributes) - 1;
  }

  #place(file: string | undefined): number {
    return file === undefined ? 0 : this.#places.push({ file, line: 1 }) - 1;
  }
}

/** The network of many tutorials. */
export function convolutional(): Graph {
  const net = new TestGraph("Net");
  let x = net.node("input", [], { name: "image", shape: [1, 3, 32, 32] });
  const layers = [
    ["conv1", "Conv2d", "aten.convolution.default"],
    ["relu1", "ReLU", "aten.relu.default"],
    ["pool1", "MaxPool2d", "aten.max_pool2d.default"],
    ["conv2", "Conv2d", "aten.convolution.default"],
    ["relu2", "ReLU", "aten.relu.default"],
    ["pool2", "MaxPool2d", "aten.max_pool2d.default"],
  ] as const;
  for (const [name, type, operation] of layers) {
    x = net.scope(name, type, () => {
      if (type === "Conv2d") net.parameter(`${name}.weight`, [8, 3, 3, 3]);
      return net.node(operation, [x], {
        shape: [1, 8, 16, 16],
        attributes: { stride: [1, 1] },
        flops: 1000,
      });
    });
  }
  x = net.call("reshape", () => net.node("aten.view.default", [x], { shape: [1, 512] }));
  x = net.scope("fc", "Linear", () => {
    net.parameter("fc.weight", [10, 512]);
    const weight = net.node("aten.t.default", []);
    return net.node("aten.addmm.default", [x, weight], { shape: [1, 10], flops: 10_240 });
  });
  net.node("output", [x], { name: "logits", shape: [1, 10] });
  return net.build();
}

/** Transformer blocks with residual connections. @param heads - matrix products in each attention. */
export function transformer(blocks: number, heads = 3): Graph {
  const net = new TestGraph("GPT");
  const ids = net.node("input", [], { name: "ids", shape: [1, 128] });
  let x = net.scope("wte", "Embedding", () => {
    net.parameter("wte.weight", [1000, 64]);
    return net.node("aten.embedding.default", [ids], { shape: [1, 128, 64] });
  });
  const mask = net.node("aten.tril.default", [], { name: "mask", shape: [128, 128] });
  net.scope("h", "ModuleList", () => {
    for (let i = 0; i < blocks; i++)
      x = net.scope(String(i), "Block", () => block(net, x, mask, heads), MODULE, 7);
  });
  x = net.scope("ln_f", "LayerNorm", () => net.node("aten.native_layer_norm.default", [x]));
  x = net.scope("lm_head", "Linear", () => net.node("aten.mm.default", [x]));
  net.node("output", [x], { name: "logits" });
  return net.build();
}

function block(net: TestGraph, x: number, mask: number, heads: number): number {
  const norm = net.scope("ln_1", "LayerNorm", () =>
    net.node("aten.native_layer_norm.default", [x]),
  );
  const attended = net.scope("attn", "Attention", () => {
    const parts = Array.from({ length: heads }, (_, i) =>
      net.scope(`c_${i}`, "Linear", () =>
        net.node("aten.addmm.default", [norm], { shape: [128, 64] }),
      ),
    );
    const scores = net.call("matmul", () => net.node("aten.bmm.default", parts.slice(0, 2)));
    const masked = net.node("aten.where.self", [scores, mask]);
    const shares = net.call("softmax", () => net.node("aten._softmax.default", [masked]));
    return net.call("matmul", () => net.node("aten.bmm.default", [shares, parts.at(-1) ?? shares]));
  });
  const added = net.node("aten.add.Tensor", [x, attended]);
  const second = net.scope("ln_2", "LayerNorm", () =>
    net.node("aten.native_layer_norm.default", [added]),
  );
  const wide = net.scope("mlp", "MLP", () => {
    const up = net.scope("c_fc", "Linear", () => net.node("aten.addmm.default", [second]));
    const active = net.scope("act", "GELU", () => net.node("aten.gelu.default", [up]));
    return net.scope("c_proj", "Linear", () => net.node("aten.addmm.default", [active]));
  });
  return net.node("aten.add.Tensor", [added, wide]);
}

/** N operations in one scope, each taking one or two of those before; the same for the same N. */
export function flat(count: number, reach = 12): Graph {
  const net = new TestGraph("Flat");
  let state = 12345;
  const random = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state % below;
  };
  for (let i = 0; i < count; i++) {
    const near = (): number => i - 1 - random(Math.min(i, reach));
    const inputs = i === 0 ? [] : random(3) === 0 ? [near(), near()] : [near()];
    net.node(["aten.add.Tensor", "aten.mul.Tensor", "aten.relu.default"][i % 3] ?? "", [
      ...new Set(inputs),
    ]);
  }
  return net.build();
}
