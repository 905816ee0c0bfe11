/** Graphs of models and of data pipelines. */

import { DecodeError, describe, number, text, unpack } from "./decode";
import { arraysIn } from "./arrays";
import { askFile, askOfFile } from "./ask";
import { fetchMedia, mediaUrl } from "./records";
import { choice, fields, list, nullable, object, type Decoder } from "./shapes";
import {
  FLAVORS,
  type Graph,
  type Picture,
  type Scopes,
  type TensorShape,
} from "../lib/graph/graph";

/** Deeper scopes, or more of anything, no page could show. */
const DEEPEST = 2000;
const VERSION = 1;

interface Numbers {
  readonly length: number;
  readonly [index: number]: number;
}

/** The numbers of an array that was decoded, with or without a shape. */
function numbersOf(value: unknown, where: string): Numbers {
  const data = ArrayBuffer.isView(value) ? value : fields(value, where).data;
  if (!ArrayBuffer.isView(data) || data instanceof DataView) {
    throw new DecodeError(where, describe(value), "an array");
  }
  return data as unknown as Numbers;
}

/** A column is an array, or each of its values once and which of them every item has. */
function column(value: unknown, where: string): (use: (i: number, item: number) => void) => number {
  const isPlain = ArrayBuffer.isView(value) || fields(value, where).values === undefined;
  if (isPlain) {
    const numbers = numbersOf(value, where);
    return (use) => {
      for (let i = 0; i < numbers.length; i++) use(i, numbers[i] as number);
      return numbers.length;
    };
  }
  const given = fields(value, where);
  const values = numbersOf(given.values, `${where}.values`);
  const index = numbersOf(given.index, `${where}.index`);
  return (use) => {
    for (let i = 0; i < index.length; i++) {
      const at = index[i] as number;
      if (!(at < values.length))
        throw new DecodeError(`${where}.index`, String(at), `below ${values.length}`);
      use(i, values[at] as number);
    }
    return index.length;
  };
}

function lengthOf(value: unknown, where: string): number {
  if (ArrayBuffer.isView(value)) return numbersOf(value, where).length;
  const { index } = fields(value, where);
  return numbersOf(index === undefined ? value : index, where).length;
}

/**
 * A column of positions.
 * @param count - of items; null: as many as there are. @param below - of what the positions are of.
 */
function positions(
  value: unknown,
  where: string,
  count: number | null,
  below: number,
): Uint32Array {
  const length = lengthOf(value, where);
  if (count !== null && length !== count) {
    throw new DecodeError(where, `${length} items`, `${count} items`);
  }
  const made = new Uint32Array(length);
  column(
    value,
    where,
  )((i, item) => {
    if (!(item >= 0 && item < below && Number.isInteger(item))) {
      throw new DecodeError(`${where}[${i}]`, String(item), `a whole number below ${below}`);
    }
    made[i] = item;
  });
  return made;
}

function floatColumn(value: unknown, where: string, count: number): Float64Array {
  const length = lengthOf(value, where);
  if (length !== count) throw new DecodeError(where, `${length} items`, `${count} items`);
  const made = new Float64Array(count);
  column(
    value,
    where,
  )((i, item) => {
    made[i] = item;
  });
  return made;
}

/** [N + 1]: where each item's part of `total` things begins. */
function starts(value: unknown, where: string, count: number, total: number): Uint32Array {
  const amounts = positions(value, where, count, 2 ** 32);
  const made = new Uint32Array(count + 1);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += amounts[i] as number;
    if (sum > total) break;
    made[i + 1] = sum;
  }
  if (sum !== total) throw new DecodeError(where, `${sum} in all`, `${total} in all`);
  return made;
}

const size: Decoder<number | string> = (value, where) =>
  typeof value === "string" ? value.slice(0, 200) : number(value, where);
const sizes = nullable(list(size));

const shape: Decoder<TensorShape> = (value, where) => {
  if (!Array.isArray(value)) throw new DecodeError(where, describe(value), "dtype and sizes");
  return { dtype: text(value[0], `${where}[0]`), sizes: sizes(value[1], `${where}[1]`) };
};

const place: Decoder<{ readonly file: string; readonly line: number }> = (value, where) => {
  if (!Array.isArray(value)) throw new DecodeError(where, describe(value), "file and line");
  return { file: text(value[0], `${where}[0]`), line: number(value[1], `${where}[1]`) };
};

const head = object({
  version: number,
  flavor: choice(FLAVORS),
  source: text,
  about: fields,
  strings: list(text),
  shapes: list(shape),
  attributes: list(fields),
  places: list(place),
  nodes: fields,
  edges: fields,
  scopes: fields,
  parameters: fields,
  notes: list(
    object({
      text,
      level: choice(["info", "warning", "error"]),
      node: nullable(number),
      scope: nullable(number),
    }),
  ),
});

/** Where what is around each scope begins and ends, of depths in the order of a walk. */
function nested(depth: Uint32Array, where: string): Pick<Scopes, "parent" | "end"> {
  const count = depth.length;
  const parent = new Int32Array(count).fill(-1);
  const end = new Uint32Array(count).fill(count);
  const around: number[] = [];
  for (let s = 0; s < count; s++) {
    const deep = depth[s] as number;
    if (deep > around.length || (deep === 0) !== (s === 0)) {
      throw new DecodeError(
        `${where}[${s}]`,
        `depth ${deep}`,
        "at most one more than the one before",
      );
    }
    while (around.length > deep) end[around.pop() as number] = s;
    parent[s] = around.at(-1) ?? -1;
    around.push(s);
  }
  return { parent, end };
}

const PNG = [0x89, 0x50, 0x4e, 0x47];
const MOST_PICTURES = 1000;

/** Pictures that can be shown; others are left out. */
function picturesOf(value: unknown, count: number): Picture[] {
  if (!Array.isArray(value)) return [];
  const found: Picture[] = [];
  for (const each of value.slice(0, MOST_PICTURES) as unknown[]) {
    const { node, sample, png } = fields(each, "pictures");
    const isThere = typeof node === "number" && node >= 0 && node < count;
    if (!isThere || typeof sample !== "number" || !(png instanceof Uint8Array)) continue;
    if (PNG.every((byte, i) => png[i] === byte)) found.push({ node, sample, png: png.slice() });
  }
  return found;
}

/** @param payload - its arrays decoded. Throws a DecodeError for what is not as the kind says. */
export function graphOf(payload: unknown, where = "payload"): Graph {
  const given = head(payload, where);
  if (given.version !== VERSION) {
    throw new DecodeError(`${where}.version`, String(given.version), String(VERSION));
  }
  const { strings, shapes, attributes, places } = given;
  const S = lengthOf(given.scopes.depth, `${where}.scopes.depth`);
  const N = lengthOf(given.nodes.type, `${where}.nodes.type`);
  const E = lengthOf(given.edges.node, `${where}.edges.node`);
  const P = lengthOf(given.parameters.name, `${where}.parameters.name`);
  const of = (part: "nodes" | "edges" | "scopes" | "parameters", count: number) => {
    const columns = given[part];
    return (name: string, below: number): Uint32Array =>
      positions(columns[name], `${where}.${part}.${name}`, count, below);
  };
  if (S === 0) throw new DecodeError(`${where}.scopes`, "none", "at least the whole");
  const [node, edge, scope, parameter] = [
    of("nodes", N),
    of("edges", E),
    of("scopes", S),
    of("parameters", P),
  ];
  const outputs = positions(
    payloadField(payload, "outputs"),
    `${where}.outputs`,
    null,
    shapes.length,
  );
  const inputs = starts(given.nodes.inputs, `${where}.nodes.inputs`, N, E);
  const to = new Uint32Array(E);
  for (let i = 0; i < N; i++) to.fill(i, inputs[i], inputs[i + 1]);
  const depth = scope("depth", DEEPEST);
  const usedBy = positions(payloadField(payload, "uses"), `${where}.uses`, null, N);
  const { seconds } = given.nodes;
  return {
    flavor: given.flavor,
    source: given.source,
    about: given.about,
    strings,
    shapes,
    attributes,
    places,
    nodes: {
      count: N,
      type: node("type", strings.length),
      name: node("name", strings.length),
      scope: node("scope", S),
      phase: node("phase", 4),
      flops: floatColumn(given.nodes.flops, `${where}.nodes.flops`, N),
      seconds:
        seconds === undefined || seconds === null
          ? null
          : floatColumn(seconds, `${where}.nodes.seconds`, N),
      attributes: node("attributes", attributes.length),
      place: node("place", places.length),
      inputs,
      outputs: starts(given.nodes.outputs, `${where}.nodes.outputs`, N, outputs.length),
    },
    edges: {
      count: E,
      from: edge("node", N),
      to,
      output: edge("output", 2 ** 32),
      kind: edge("kind", 2),
    },
    outputs,
    scopes: {
      count: S,
      depth,
      name: scope("name", strings.length),
      type: scope("type", strings.length),
      kind: scope("kind", 4),
      structure: scope("structure", 2 ** 32),
      ...nested(depth, `${where}.scopes.depth`),
    },
    parameters: {
      count: P,
      name: parameter("name", strings.length),
      shape: parameter("shape", shapes.length),
      role: parameter("role", 3),
      trained: parameter("trained", 2),
      scope: parameter("scope", S),
      sharedWith: parameter("shared_with", P),
      uses: starts(given.parameters.uses, `${where}.parameters.uses`, P, usedBy.length),
      usedBy,
    },
    notes: given.notes.map((note) => ({
      ...note,
      node: note.node !== null && note.node >= 0 && note.node < N ? note.node : null,
      scope: note.scope !== null && note.scope >= 0 && note.scope < S ? note.scope : null,
    })),
    pictures: picturesOf(payloadField(payload, "pictures"), N),
  };
}

function payloadField(payload: unknown, name: string): unknown {
  return (payload as Readonly<Record<string, unknown>>)[name];
}

export interface LoggedGraph {
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  readonly graph: Graph;
}

/** @param check - of the index, so that the browser keeps the answer. */
export async function fetchGraph(
  run: string,
  tag: string,
  step: number,
  check: number,
  signal?: AbortSignal,
): Promise<LoggedGraph> {
  // Its own bytes: columns in their smallest types, which the server would have to widen.
  const file = await fetchMedia(mediaUrl("graph", run, tag, step, check), signal);
  return { run, tag, step, graph: await graphIn(file) };
}

/** The graph of the file that the server was started with. */
export async function fetchModel(signal?: AbortSignal): Promise<Graph> {
  return graphIn(await askFile("model", signal));
}

/** The graph of a file. @param part - all of it that describes the graph. */
export async function sendModel(name: string, part: Blob): Promise<Graph> {
  return graphIn(await askOfFile(`model?${new URLSearchParams({ name })}`, part));
}

async function graphIn(payload: Blob): Promise<Graph> {
  return graphOf(arraysIn(unpack(await payload.arrayBuffer()), "payload"));
}

/** What the index of records holds of a graph, without its payload. */
export const graphSummary = object({
  name: text,
  /** Operations of the forward pass. */
  forward: number,
  parameters: number,
  /** Notes of what failed. */
  errors: number,
});
