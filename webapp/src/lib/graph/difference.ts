/** What two graphs differ in: scopes and operations that belong together, and what of them changed. */

import { aligned } from "./align";
import { bump } from "./bump";
import type { Graph } from "./graph";
import { Names } from "./names";
import { attributesText } from "./search";
import { outputShapes, shapeText } from "./shapes";

export type Change = "added" | "removed" | "changed";
/** What of two operations or scopes that belong together is not the same. */
export type ChangedPart = "type" | "attributes" | "shape" | "parameters";

export interface ListedChange {
  readonly change: Change;
  /** A node or a scope: of the older graph if it was removed, else of the newer one. */
  readonly place: number;
  readonly isScope: boolean;
  readonly parts: readonly ChangedPart[];
  /** What it was, and what it is, in short; empty for what was added or removed. */
  readonly before: string;
  readonly after: string;
}

export interface Difference {
  /** Partner of each node of the newer graph in the older one; -1: it was added. */
  readonly nodes: Int32Array;
  readonly scopes: Int32Array;
  /** 1 for nodes of the newer graph that are not the same as before. */
  readonly isChanged: Uint8Array;
  /** 1 for its scopes in which anything is. */
  readonly isTouched: Uint8Array;
  readonly changes: readonly ListedChange[];
}

/**
 * @param newer - and `older`: in the order in which a reader thinks of them, whatever was logged first.
 * @param phases - those that are shown: what the others differ in is not listed.
 */
export function differenceOf(
  newer: Graph,
  older: Graph,
  phases: readonly boolean[] = [true, true, true, true],
): Difference {
  const [names, olderNames] = [new Names(newer), new Names(older)];
  const scopes = new Int32Array(newer.scopes.count).fill(-1);
  const nodes = new Int32Array(newer.nodes.count).fill(-1);
  const waiting: [number, number][] = [[0, 0]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [one, other] = pair;
    scopes[one] = other;
    matchNodes(names.nodesIn(one), olderNames.nodesIn(other), names, olderNames, nodes);
    waiting.push(...matchScopes(newer, older, names, olderNames, one, other));
  }
  return listed(newer, older, names, olderNames, scopes, nodes, phases);
}

/** Matches scopes by name, then by what is equal inside, then by type, each in their order. */
function matchScopes(
  newer: Graph,
  older: Graph,
  names: Names,
  olderNames: Names,
  one: number,
  other: number,
): [number, number][] {
  const pairs: [number, number][] = [];
  let left = [...names.scopesIn(one)];
  let right = [...olderNames.scopesIn(other)];
  const keys: readonly ((graph: Graph, of: Names, scope: number) => string)[] = [
    ({ scopes }, of, scope) => `${scopes.kind[scope]} ${of.scopeName(scope)}`,
    (graph, of, scope) => `${graph.scopes.kind[scope]} ${inside(graph, of, scope)}`,
    ({ scopes }, of, scope) => `${scopes.kind[scope]} ${of.scopeType(scope)}`,
  ];
  for (const key of keys) {
    if (left.length === 0 || right.length === 0) break;
    const found = aligned(
      left.map((scope) => key(newer, names, scope)),
      right.map((scope) => key(older, olderNames, scope)),
    );
    const taken = new Set<number>();
    found.forEach((k, i) => {
      if (k < 0) return;
      pairs.push([left[i] as number, right[k] as number]);
      taken.add(k);
    });
    left = left.filter((_, i) => (found[i] ?? -1) < 0);
    right = right.filter((_, k) => !taken.has(k));
  }
  return pairs;
}

/** The types of what is in a scope, as a text: numbers of structures are those of one graph only. */
function inside(graph: Graph, names: Names, scope: number): string {
  const parts: string[] = [];
  for (let s = scope; s < (graph.scopes.end[scope] ?? 0) && parts.length < 300; s++) {
    parts.push(s === scope ? "" : names.scopeName(s));
    for (const node of names.nodesIn(s)) parts.push(names.typeOf(node));
  }
  return parts.join(" ");
}

function matchNodes(
  left: Uint32Array,
  right: Uint32Array,
  names: Names,
  olderNames: Names,
  nodes: Int32Array,
): void {
  const key = (of: Names, node: number): string => `${of.typeOf(node)} ${of.nodeName(node)}`;
  const found = aligned(
    Array.from(left, (node) => key(names, node)),
    Array.from(right, (node) => key(olderNames, node)),
  );
  found.forEach((k, i) => {
    if (k >= 0) nodes[left[i] as number] = right[k] as number;
  });
  // Where as many were replaced as there were before, each took the place of one.
  let [i, k] = [0, 0];
  while (i < left.length) {
    let end = i;
    while (end < left.length && (found[end] as number) < 0) end++;
    const otherEnd = end < left.length ? (found[end] as number) : right.length;
    if (end - i === otherEnd - k && end - i <= 3) {
      for (let n = 0; n < end - i; n++) nodes[left[i + n] as number] = right[k + n] as number;
    }
    [i, k] = [end + 1, otherEnd + 1];
  }
}

function listed(
  newer: Graph,
  older: Graph,
  names: Names,
  olderNames: Names,
  scopes: Int32Array,
  nodes: Int32Array,
  phases: readonly boolean[],
): Difference {
  const changes: ListedChange[] = [];
  const [isSeen, wasSeen] = [seenScopes(newer, phases), seenScopes(older, phases)];
  const isShown = ({ nodes: all }: Graph, node: number): boolean =>
    phases[all.phase[node] as number] === true;
  const isChanged = new Uint8Array(newer.nodes.count);
  const touched = new Uint32Array(newer.scopes.count);
  const [parameters, olderParameters] = [heldIn(newer), heldIn(older)];
  const addedIn = wholly(newer, names, scopes, nodes);
  const partner = reversed(scopes, older.scopes.count);
  const nodePartner = reversed(nodes, older.nodes.count);
  const removedIn = wholly(older, olderNames, partner, nodePartner);
  for (let s = 0; s < newer.scopes.count; s++) {
    const other = scopes[s] as number;
    const above = newer.scopes.parent[s] as number;
    if (other < 0) {
      touched[s] = isSeen[s] as number;
      if (addedIn[s] && !addedIn[above] && isSeen[s]) changes.push(plain("added", s, true));
    } else {
      const parts: ChangedPart[] = [];
      const [type, before] = [names.scopeType(s), olderNames.scopeType(other)];
      const [held, had] = [parameters.get(s) ?? "", olderParameters.get(other) ?? ""];
      if (type !== before) parts.push("type");
      if (held !== had) parts.push("parameters");
      if (parts.length > 0 && s > 0) {
        touched[s] = 1;
        const texts = type !== before ? [before, type] : [had, held];
        changes.push({
          change: "changed",
          place: s,
          isScope: true,
          parts,
          before: texts[0] ?? "",
          after: texts[1] ?? "",
        });
      }
    }
    for (const node of names.nodesIn(s)) {
      if (!isShown(newer, node)) continue;
      const listed =
        (nodes[node] as number) < 0
          ? addedIn[s]
            ? null
            : plain("added", node, false)
          : changed(newer, older, names, olderNames, node, nodes[node] as number);
      if ((nodes[node] as number) < 0 || listed !== null) {
        isChanged[node] = 1;
        touched[s] = 1;
      }
      if (listed !== null) changes.push(listed);
    }
  }
  for (let s = 0; s < older.scopes.count; s++) {
    const above = older.scopes.parent[s] as number;
    if (wasSeen[s] && (partner[s] as number) < 0 && removedIn[s] && !removedIn[above])
      changes.push(plain("removed", s, true));
    for (const node of olderNames.nodesIn(s)) {
      if ((nodePartner[node] as number) >= 0 || !isShown(older, node)) continue;
      if ((partner[s] as number) >= 0) touched[partner[s] as number] = 1;
      if (!removedIn[s]) changes.push(plain("removed", node, false));
    }
    if (wasSeen[s] && (partner[s] as number) < 0 && above >= 0 && (partner[above] as number) >= 0)
      touched[partner[above] as number] = 1;
  }
  for (let s = newer.scopes.count - 1; s > 0; s--) {
    if (touched[s]) bump(touched, newer.scopes.parent[s] as number);
  }
  const isTouched = Uint8Array.from(touched, (count) => (count > 0 ? 1 : 0));
  return { nodes, scopes, isChanged, isTouched, changes };
}

/** 1 for scopes in which something is shown, and for those in which nothing is at all. */
function seenScopes({ nodes, scopes }: Graph, phases: readonly boolean[]): Uint8Array {
  const [all, shown] = [new Uint32Array(scopes.count), new Uint32Array(scopes.count)];
  for (let i = 0; i < nodes.count; i++) {
    bump(all, nodes.scope[i] as number);
    if (phases[nodes.phase[i] as number]) bump(shown, nodes.scope[i] as number);
  }
  for (let s = scopes.count - 1; s > 0; s--) {
    const above = scopes.parent[s] as number;
    bump(all, above, all[s] as number);
    bump(shown, above, shown[s] as number);
  }
  return Uint8Array.from(all, (count, s) => (count === 0 || (shown[s] as number) > 0 ? 1 : 0));
}

const plain = (change: Change, place: number, isScope: boolean): ListedChange => ({
  change,
  place,
  isScope,
  parts: [],
  before: "",
  after: "",
});

/** 1 for each scope in which nothing has a partner, so that it is listed as one. */
function wholly(graph: Graph, names: Names, scopes: Int32Array, nodes: Int32Array): Uint8Array {
  const isAlone = Uint8Array.from(scopes, (other) => (other < 0 ? 1 : 0));
  for (let s = graph.scopes.count - 1; s >= 0; s--) {
    for (const node of names.nodesIn(s)) if ((nodes[node] as number) >= 0) isAlone[s] = 0;
    if (!isAlone[s] && s > 0) isAlone[graph.scopes.parent[s] as number] = 0;
  }
  return isAlone;
}

export function reversed(partners: Int32Array, count: number): Int32Array {
  const back = new Int32Array(count).fill(-1);
  partners.forEach((other, i) => {
    if (other >= 0) back[other] = i;
  });
  return back;
}

/** The parameters of each scope itself, as a text that two graphs can be compared by. */
function heldIn({ parameters, strings, shapes }: Graph): ReadonlyMap<number, string> {
  const held = new Map<number, string[]>();
  for (let p = 0; p < parameters.count; p++) {
    const scope = parameters.scope[p] as number;
    const name = (strings[parameters.name[p] as number] ?? "").split(".").at(-1) ?? "";
    const shape = shapes[parameters.shape[p] as number];
    const text = `${name} ${shape === undefined ? "" : shapeText(shape)}`;
    const others = held.get(scope);
    if (others === undefined) held.set(scope, [text]);
    else others.push(text);
  }
  return new Map(Array.from(held, ([scope, texts]) => [scope, texts.join(", ")]));
}

function changed(
  newer: Graph,
  older: Graph,
  names: Names,
  olderNames: Names,
  node: number,
  other: number,
): ListedChange | null {
  const shapes = (graph: Graph, of: number): string =>
    outputShapes(graph, of).map(shapeText).join(", ");
  const attributes = ({ attributes: all, nodes }: Graph, of: number): string =>
    attributesText(all[nodes.attributes[of] ?? 0] ?? {});
  const texts: Readonly<Record<"type" | "attributes" | "shape", readonly [string, string]>> = {
    type: [olderNames.typeOf(other), names.typeOf(node)],
    attributes: [attributes(older, other), attributes(newer, node)],
    shape: [shapes(older, other), shapes(newer, node)],
  };
  const parts = (["type", "attributes", "shape"] as const).filter(
    (part) => texts[part][0] !== texts[part][1],
  );
  const [first] = parts;
  if (first === undefined) return null;
  const [before, after] = texts[first];
  return { change: "changed", place: node, isScope: false, parts, before, after };
}

/** How many of each. */
export function countsOf({ changes }: Difference): Readonly<Record<Change, number>> {
  const counts = { added: 0, removed: 0, changed: 0 };
  for (const { change } of changes) counts[change]++;
  return counts;
}
