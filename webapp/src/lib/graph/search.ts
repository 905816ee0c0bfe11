/**
 * Search over names, types, shapes, attributes and source. Each text of a graph is looked at once,
 * however many operations have it.
 */

import { matcher, type Matcher } from "../search";
import { shortType, type Graph } from "./graph";
import { shapeText, sizesText } from "./shapes";

/** What a search found, in the order in which it ran; scopes before what is in them. */
export interface Found {
  readonly nodes: Uint32Array;
  readonly scopes: Uint32Array;
  /** Why the search is not valid; null: it is. */
  readonly error: string | null;
}

const FIELDS = ["type", "name", "shape", "attr", "file", "in"] as const;
type Field = (typeof FIELDS)[number];

interface Term {
  /** null: any of them. */
  readonly field: Field | null;
  readonly matcher: Matcher;
}

/** `type:conv2d /^layer1/ file:model.py`: words, regular expressions between slashes, each of a field or of any. */
export function termsOf(query: string): readonly Term[] {
  const parts = query.match(/(?:\w+:)?(?:\/(?:\\.|[^/\\])+\/[a-z]*(?=\s|$)|\S+)/g) ?? [];
  return parts.map((part) => {
    const [, name = "", rest = part] = /^(\w+):(.+)$/s.exec(part) ?? [];
    const field = FIELDS.find((each) => each === name) ?? null;
    return { field, matcher: matcher(field === null ? part : rest) };
  });
}

const NOTHING = new Uint32Array();

export function search(graph: Graph, pathOf: (scope: number) => string, query: string): Found {
  const terms = termsOf(query);
  const error = terms.find(({ matcher: { error: why } }) => why !== null)?.matcher.error ?? null;
  if (terms.length === 0 || error !== null) return { nodes: NOTHING, scopes: NOTHING, error };
  const { nodes, scopes } = graph;
  const isNode = new Uint8Array(nodes.count).fill(1);
  const isScope = new Uint8Array(scopes.count).fill(1);
  isScope[0] = 0;
  for (const term of terms) narrow(graph, pathOf, term, isNode, isScope);
  return { nodes: positions(isNode), scopes: positions(isScope), error: null };
}

function narrow(
  graph: Graph,
  pathOf: (scope: number) => string,
  { field, matcher: { test } }: Term,
  isNode: Uint8Array,
  isScope: Uint8Array,
): void {
  const { nodes, scopes, strings } = graph;
  const looks = (each: Field): boolean => field === each || (field === null && each !== "in");
  const flags = <T>(items: readonly T[], textOf: (item: T) => string): Uint8Array =>
    Uint8Array.from(items, (item) => (test(textOf(item)) ? 1 : 0));
  const named = looks("name") ? flags(strings, (text) => text) : null;
  const typed = looks("type") ? flags(strings, (text) => shortType(text)) : null;
  const whole = looks("type") && field === null ? flags(strings, (text) => text) : null;
  const shaped = looks("shape")
    ? flags(
        graph.shapes,
        (shape) => `${shapeText(shape)} ${sizesText(shape).replaceAll(" × ", "x")}`,
      )
    : null;
  const described = looks("attr") ? flags(graph.attributes, attributesText) : null;
  const placed = looks("file") ? flags(graph.places, ({ file, line }) => `${file}:${line}`) : null;
  const within = field === "in" ? new Uint8Array(scopes.count) : null;
  if (within !== null) for (let s = 1; s < scopes.count; s++) within[s] = test(pathOf(s)) ? 1 : 0;
  for (let i = 0; i < nodes.count; i++) {
    if (!isNode[i]) continue;
    const [type, name] = [nodes.type[i] as number, nodes.name[i] as number];
    const hits =
      named?.[name] ||
      typed?.[type] ||
      whole?.[type] ||
      described?.[nodes.attributes[i] as number] ||
      placed?.[nodes.place[i] as number] ||
      within?.[nodes.scope[i] as number] ||
      (shaped !== null && hasShape(graph, i, shaped));
    if (!hits) isNode[i] = 0;
  }
  for (let s = 1; s < scopes.count; s++) {
    const hits =
      named?.[scopes.name[s] as number] || typed?.[scopes.type[s] as number] || within?.[s];
    if (!hits) isScope[s] = 0;
  }
}

function hasShape({ nodes, outputs }: Graph, node: number, shaped: Uint8Array): boolean {
  for (let k = nodes.outputs[node] as number; k < (nodes.outputs[node + 1] as number); k++) {
    if (shaped[outputs[k] as number]) return true;
  }
  return false;
}

/** `stride=[2,2] bias=true`: as they are written and looked for. */
export function attributesText(attributes: Readonly<Record<string, unknown>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}=${valueText(value)}`)
    .join(" ");
}

/** A value of an attribute, as JSON has it; long ones are cut. */
export function valueText(value: unknown, most = 500): string {
  if (typeof value === "string") return value.slice(0, most);
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint"
      ? String(each)
      : ArrayBuffer.isView(each)
        ? Array.from(each as unknown as ArrayLike<number>).slice(0, 50)
        : each,
  ) as string | undefined;
  return (text ?? String(value)).slice(0, most);
}

function positions(flags: Uint8Array): Uint32Array {
  let count = 0;
  for (const flag of flags) count += flag;
  const found = new Uint32Array(count);
  let n = 0;
  for (let i = 0; i < flags.length; i++) if (flags[i]) found[n++] = i;
  return found;
}
